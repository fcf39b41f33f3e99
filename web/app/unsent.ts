import type { Message } from '../../src/contract/common.ts';
import { recordOf } from '../lib/storage.ts';
import { storedText } from '../lib/stored-values.ts';
import { fileChosen, selectAttachments, type Attachment } from '../state/attachments-slice.ts';
import { draftSet, NEW_CHAT_DRAFT, selectDraft, selectLocalTurns } from '../state/chat-slice.ts';
import type { RootState } from '../state/root.ts';
import type { AppStore } from '../state/store.ts';

const KEY = 'unsent';
/** Refusals that come before the server stores anything: the question is then on this page alone. */
const REFUSALS: readonly (string | null | undefined)[] = [
  'USAGE_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
  'EMAIL_VERIFICATION_REQUIRED',
];

const refusedQuestion = (state: RootState): Message | undefined => {
  const turns = selectLocalTurns(state.chat.currentChatId)(state);
  const last = turns.at(-1);
  return last?.status === 'error' && REFUSALS.includes(last.errorCode)
    ? turns.findLast(({ role }) => role === 'user')
    : undefined;
};

type KeptFile = Pick<Attachment, 'id' | 'name' | 'type' | 'size' | 'permanent'>;

/** Files that the server has; one that was still on its way goes with the page. */
const filesOf = (state: RootState, draft: string, question: Message | undefined): readonly KeptFile[] => {
  const list = selectAttachments(draft)(state).filter((file) => file.state === 'ready');
  const asked = (question?.fileIds ?? [])
    .flatMap((id) => state.attachments.sent[id] ?? [])
    .map((file) => ({ ...file, permanent: false }));
  return [...asked, ...list].map(({ id, name, type, size, permanent }) => ({ id, name, type, size, permanent }));
};

interface Unsent {
  readonly key: string;
  readonly text: string;
  readonly files: readonly KeptFile[];
}

const unsentOf = (state: RootState): Unsent | null => {
  const { currentChatId, newChats } = state.chat;
  const draft = currentChatId ?? NEW_CHAT_DRAFT;
  const typed = selectDraft(draft)(state);
  const question = typed.trim() === '' ? refusedQuestion(state) : undefined;
  const text = question?.content ?? typed;
  const files = filesOf(state, draft, question);
  // The server does not know a chat whose first question it refused.
  const key = currentChatId === null || newChats.includes(currentChatId) ? NEW_CHAT_DRAFT : currentChatId;
  return text.trim() === '' && files.length === 0 ? null : { key, text, files };
};

const SHAPE = { id: 'string', name: 'string', type: 'string', size: 'number', permanent: 'boolean' } as const;

const isKeptFile = (value: unknown): value is KeptFile => {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return Object.entries(SHAPE).every(([name, type]) => typeof fields.get(name) === type);
};

/** Whose it is; a visitor has no name. */
const ownerOf = ({ session }: RootState): string => session.user?.uid ?? '';

/** Keeps in this tab what was typed and attached, or asked and refused, while the page is away: at the payment page, or being loaded anew. */
export const keepUnsent = ({ getState }: AppStore): (() => void) => {
  const keep = (): void => {
    const state = getState();
    const uid = ownerOf(state);
    const unsent = unsentOf(state);
    try {
      if (unsent === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ uid, ...unsent }));
    } catch {
      // Without storage the text goes with the page, as it would in any other.
    }
  };
  window.addEventListener('pagehide', keep);
  return () => window.removeEventListener('pagehide', keep);
};

/** Puts it back into the box of the same person. */
export const takeUnsent = ({ getState, dispatch }: AppStore): void => {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = recordOf(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  const uid = ownerOf(getState());
  const [key, text] = [storedText(stored, 'key'), storedText(stored, 'text')];
  if (stored['uid'] !== uid || key === null) return;
  if (text !== null) dispatch(draftSet({ key, text }));
  const files = Array.isArray(stored['files']) ? stored['files'].filter(isKeptFile) : [];
  for (const { id, name, type, size, permanent } of files) {
    dispatch(
      fileChosen({ chat: key, uid, permanent, file: { id, name, type, size, content: null, visionDescription: null } }),
    );
  }
};
