import { TOOL_SIGN_IN_OUTCOMES, TOOL_SIGN_IN_PARAMETER } from '../../src/shared/tools.ts';
import { consumeUrlParameter } from '../lib/url-parameter.ts';
import { parsePageNumber } from '../lib/file-link.ts';
import { chatSelected, draftSet, linkedTextSet, NEW_CHAT_DRAFT, selectDraft } from '../state/chat-slice.ts';
import { emailLinkSet, invitationOpened, resetLinkOpened } from '../state/auth-modal-slice.ts';
import { filePreviewSet } from '../state/files-slice.ts';
import type { AppStore } from '../state/store.ts';
import { authModalSet } from '../state/ui-slice.ts';
import { toolSignInSet } from '../state/tools-slice.ts';
import { verifyLinkOpened } from '../state/verification-slice.ts';

/**
 * Takes the one-time secrets of mailed links, and the file that a link of our own means, out of the address before
 * anything else sees it, and opens what they are for.
 */
export const consumeStartLinks = ({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void => {
  consumeInvitation({ dispatch, getState });
  consumeToolSignIn({ dispatch });
  const file = consumeUrlParameter('file');
  const page = file === null ? null : consumeUrlParameter('page');
  const find = file === null ? null : consumeUrlParameter('find');
  const verify = consumeUrlParameter('token');
  const reset = consumeUrlParameter('reset');
  for (const kind of ['email', 'restore'] as const) {
    const token = consumeUrlParameter(kind);
    if (token !== null) dispatch(emailLinkSet({ kind, token }));
  }
  if (file !== null) {
    dispatch(filePreviewSet({ id: file, page: parsePageNumber(page), find: find ?? undefined }));
    // Only its owner can see it.
    if (getState().session.token === null) dispatch(authModalSet(true));
  }
  if (verify !== null) dispatch(verifyLinkOpened(verify));
  if (reset === null) return;
  dispatch(authModalSet(true));
  dispatch(resetLinkOpened(reset));
};

/** The page of a server led back here, with how it went there. */
const consumeToolSignIn = ({ dispatch }: Pick<AppStore, 'dispatch'>): void => {
  const ending = consumeUrlParameter(TOOL_SIGN_IN_PARAMETER);
  const outcome = TOOL_SIGN_IN_OUTCOMES.find((one) => one === ending);
  if (outcome) dispatch(toolSignInSet(outcome));
};

/** Whoever is signed in has an account already. */
const consumeInvitation = ({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void => {
  const invitation = consumeUrlParameter('invite');
  if (invitation === null || getState().session.token !== null) return;
  dispatch(authModalSet(true));
  dispatch(invitationOpened(invitation));
};

/** `/?q=…`, from the browser's search engine, fills the composer of a new chat. It is never sent automatically. */
export const consumeQuestion = ({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void => {
  const question = consumeUrlParameter('q')?.trim() ?? '';
  if (question === '') return;
  const typed = selectDraft(NEW_CHAT_DRAFT)(getState());
  const text = typed === '' || typed.startsWith(question) ? typed || question : `${question}\n\n${typed}`;
  dispatch(chatSelected(null));
  dispatch(draftSet({ key: NEW_CHAT_DRAFT, text }));
  dispatch(linkedTextSet(text));
};
