import type { Message } from '../../src/contract/common.ts';
import { parseRecord } from '../lib/storage.ts';
import { storedFileAttached, selectAttachments, type Attachment } from '../state/attachments-slice.ts';
import {
  askedDraftKey,
  draftSet,
  linkedTextSet,
  NEW_CHAT_DRAFT,
  selectDraft,
  selectLocalTurns,
} from '../state/chat-slice.ts';
import type { RootState } from '../state/root-reducer.ts';
import type { AppStore } from '../state/store.ts';

const KEY = 'unsent';
/** The tab's storage is small and holds other things too. The newest draft is kept at any length. */
const MAX_DRAFTS = 50;
const MAX_TOTAL_LENGTH = 500_000;

/** A question that the server refused, or to which it has not said a word: it may be on this page alone. */
const findUnstoredQuestion = (state: RootState, chat: string): Message | undefined => {
  const turns = selectLocalTurns(chat)(state);
  return turns.at(-1)?.replyId === null ? turns.findLast(({ role }) => role === 'user') : undefined;
};

type StoredFile = Pick<Attachment, 'id' | 'name' | 'type' | 'size' | 'permanent'>;

/** Whose it is; a visitor has no name. */
const ownerUid = ({ session }: RootState): string => session.user?.uid ?? '';

/** Files that the server has; one that was still on its way goes with the page. */
const collectFiles = (state: RootState, draft: string, question: Message | undefined): readonly StoredFile[] => {
  // After the session ended the lists are still those of the person who is expected back.
  const isOwn = (state.attachments.ownerUid ?? '') === ownerUid(state);
  const list = isOwn ? selectAttachments(draft)(state).filter((file) => file.state === 'ready') : [];
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
  /** The id of a question that may be stored all the same. */
  readonly asked: string | undefined;
}

const collectDraft = (state: RootState, draft: string): UnsentDraft | null => {
  const typed = selectDraft(draft)(state);
  const question = findUnstoredQuestion(state, draft);
  const text = question ? `${question.content}\n\n${typed}`.trim() : typed;
  const files = collectFiles(state, draft, question);
  // The server does not know a chat whose first question it refused.
  const key = state.chat.newChats.includes(draft) ? NEW_CHAT_DRAFT : draft;
  return text.trim() === '' && files.length === 0 ? null : { key, text, files, asked: question?.id };
};

/** Oldest first; that of the open chat is the newest. */
const collectDrafts = (state: RootState): readonly UnsentDraft[] => {
  const { currentChatId, drafts, localTurns } = state.chat;
  const oldestFirst = [state.attachments.lists, localTurns, drafts].flatMap((records) => Object.keys(records));
  const kept = new Map<string, UnsentDraft>();
  let length = 0;
  for (const name of new Set([currentChatId ?? NEW_CHAT_DRAFT, ...oldestFirst.reverse()])) {
    // Edits of artifacts, whose names have blanks, are stored on their own.
    const draft = name.includes(' ') ? null : collectDraft(state, name);
    if (draft === null || kept.has(draft.key)) continue;
    length += draft.text.length;
    if (kept.size === MAX_DRAFTS || (kept.size > 0 && length > MAX_TOTAL_LENGTH)) break;
    kept.set(draft.key, draft);
  }
  return [...kept.values()].reverse();
};

const FILE_SHAPE = { id: 'string', name: 'string', type: 'string', size: 'number', permanent: 'boolean' } as const;

const isStoredFile = (value: unknown): value is StoredFile => {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return Object.entries(FILE_SHAPE).every(([name, type]) => typeof fields.get(name) === type);
};

/**
 * Stores each chat's draft, or the question that the server may not have, in this tab while the page is left or
 * reloaded.
 */
export const persistDraft = ({ getState }: AppStore): (() => void) => {
  const saveDrafts = (): void => {
    const state = getState();
    const drafts = collectDrafts(state);
    try {
      if (drafts.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ uid: ownerUid(state), drafts, link: state.chat.linkedText }));
    } catch {
      // Without storage the text goes with the page, as it would in any other.
    }
  };
  window.addEventListener('pagehide', saveDrafts);
  return () => window.removeEventListener('pagehide', saveDrafts);
};

const restoreOne = ({ dispatch }: AppStore, uid: string, stored: ReadonlyMap<string, unknown>): void => {
  const [key, text, files, asked] = ['key', 'text', 'files', 'asked'].map((name) => stored.get(name));
  if (typeof key !== 'string') return;
  if (typeof text === 'string') dispatch(draftSet({ key, text }));
  if (typeof asked === 'string') dispatch(draftSet({ key: askedDraftKey(key), text: asked }));
  for (const { id, name, type, size, permanent } of Array.isArray(files) ? files.filter(isStoredFile) : [])
    dispatch(
      storedFileAttached({
        chat: key,
        uid,
        permanent,
        file: { id, name, type, size, content: null, visionDescription: null },
      }),
    );
};

/** Puts them back into the boxes of the same person. */
export const restoreDraft = (store: AppStore): void => {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = parseRecord(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  const uid = ownerUid(store.getState());
  if (stored['uid'] !== uid) return;
  if (typeof stored['link'] === 'string') store.dispatch(linkedTextSet(stored['link']));
  // An earlier version stored the open chat's draft alone.
  const drafts: readonly unknown[] = Array.isArray(stored['drafts']) ? stored['drafts'] : [stored];
  for (const draft of drafts) restoreOne(store, uid, new Map<string, unknown>(Object.entries(draft ?? {})));
};
