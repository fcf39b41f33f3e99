import type { Message } from '../../src/contract/common.ts';
import { parseRecord } from '../lib/storage.ts';
import { storedText } from '../lib/stored-values.ts';
import { storedFileAttached, selectAttachments, type Attachment } from '../state/attachments-slice.ts';
import { draftSet, NEW_CHAT_DRAFT, selectDraft, selectLocalTurns } from '../state/chat-slice.ts';
import type { RootState } from '../state/root-reducer.ts';
import type { AppStore } from '../state/store.ts';

const KEY = 'unsent';
/** Refusals that come before the server stores anything: the question is then on this page alone. */
const REFUSAL_CODES: readonly (string | null | undefined)[] = [
  'USAGE_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
  'EMAIL_VERIFICATION_REQUIRED',
];

const findRefusedQuestion = (state: RootState): Message | undefined => {
  const turns = selectLocalTurns(state.chat.currentChatId)(state);
  const last = turns.at(-1);
  return last?.status === 'error' && REFUSAL_CODES.includes(last.errorCode)
    ? turns.findLast(({ role }) => role === 'user')
    : undefined;
};

type StoredFile = Pick<Attachment, 'id' | 'name' | 'type' | 'size' | 'permanent'>;

/** Files that the server has; one that was still on its way goes with the page. */
const collectFiles = (state: RootState, draft: string, question: Message | undefined): readonly StoredFile[] => {
  const list = selectAttachments(draft)(state).filter((file) => file.state === 'ready');
  const questionFiles = (question?.fileIds ?? [])
    .flatMap((id) => state.attachments.sent[id] ?? [])
    .map((file) => ({ ...file, permanent: false }));
  return [...questionFiles, ...list].map(({ id, name, type, size, permanent }) => ({
    id,
    name,
    type,
    size,
    permanent,
  }));
};

interface UnsentDraft {
  readonly key: string;
  readonly text: string;
  readonly files: readonly StoredFile[];
}

const collectDraft = (state: RootState): UnsentDraft | null => {
  const { currentChatId, newChats } = state.chat;
  const draft = currentChatId ?? NEW_CHAT_DRAFT;
  const typed = selectDraft(draft)(state);
  const question = typed.trim() === '' ? findRefusedQuestion(state) : undefined;
  const text = question?.content ?? typed;
  const files = collectFiles(state, draft, question);
  // The server does not know a chat whose first question it refused.
  const key = currentChatId === null || newChats.includes(currentChatId) ? NEW_CHAT_DRAFT : currentChatId;
  return text.trim() === '' && files.length === 0 ? null : { key, text, files };
};

const FILE_SHAPE = { id: 'string', name: 'string', type: 'string', size: 'number', permanent: 'boolean' } as const;

const isStoredFile = (value: unknown): value is StoredFile => {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return Object.entries(FILE_SHAPE).every(([name, type]) => typeof fields.get(name) === type);
};

/** Whose it is; a visitor has no name. */
const ownerUid = ({ session }: RootState): string => session.user?.uid ?? '';

/** Stores the draft, or a refused question, in this tab while the page is left or reloaded. */
export const persistDraft = ({ getState }: AppStore): (() => void) => {
  const saveDraft = (): void => {
    const state = getState();
    const uid = ownerUid(state);
    const unsent = collectDraft(state);
    try {
      if (unsent === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ uid, ...unsent }));
    } catch {
      // Without storage the text goes with the page, as it would in any other.
    }
  };
  window.addEventListener('pagehide', saveDraft);
  return () => window.removeEventListener('pagehide', saveDraft);
};

/** Puts it back into the box of the same person. */
export const restoreDraft = ({ getState, dispatch }: AppStore): void => {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = parseRecord(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  const uid = ownerUid(getState());
  const [key, text] = [storedText(stored, 'key'), storedText(stored, 'text')];
  if (stored['uid'] !== uid || key === null) return;
  if (text !== null) dispatch(draftSet({ key, text }));
  const files = Array.isArray(stored['files']) ? stored['files'].filter(isStoredFile) : [];
  for (const { id, name, type, size, permanent } of files) {
    dispatch(
      storedFileAttached({
        chat: key,
        uid,
        permanent,
        file: { id, name, type, size, content: null, visionDescription: null },
      }),
    );
  }
};
