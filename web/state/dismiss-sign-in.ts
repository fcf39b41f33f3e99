import { draftSet, NEW_CHAT_DRAFT } from './chat-slice.ts';
import type { Thunk } from './store.ts';
import { authModalSet, pendingMessageCleared } from './ui-slice.ts';

/**
 * Closes the sign-in dialog without a session. A visitor's text that waited for one stands in the box again, where it
 * can be seen; one of an account that has expired waits on, as only that account may send it (docs/adr/0036).
 */
export const signInDismissed = (): Thunk => (dispatch, getState) => {
  dispatch(authModalSet(false));
  const {
    chat,
    session,
    ui: { pendingMessage: text, pendingOwner },
  } = getState();
  if (session.token !== null || text === null || pendingOwner !== null) return;
  dispatch(pendingMessageCleared());
  const typed = chat.drafts[NEW_CHAT_DRAFT] ?? '';
  if (typed === text) return;
  dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: typed === '' ? text : `${text}\n\n${typed}` }));
};
