import { parseRecord } from '../../lib/storage.ts';
import { storedText } from '../../lib/stored-values.ts';
import { draftSet } from '../../state/chat-slice.ts';
import type { AppStore } from '../../state/store.ts';

const KEY = 'unsaved-edits';

/** Drafts of text boxes have no blank in their keys, and are carried by persist-draft.ts. */
const isOfEditor = (key: string): boolean => key.includes(' ');

/** Keys begin with the chat, so that the text goes with it. */
export const artifactDraftKey = (chatId: string, artifactId: string): string => `${chatId} artifact ${artifactId}`;
export const editDraftKey = (chatId: string, messageId: string): string => `${chatId} edit ${messageId}`;

const carried = new WeakSet<AppStore>();

const store = ({ getState }: AppStore): void => {
  const { chat, session } = getState();
  const drafts = Object.entries(chat.drafts).filter(([key]) => isOfEditor(key));
  try {
    if (drafts.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ uid: session.user?.uid ?? '', ...Object.fromEntries(drafts) }));
  } catch {
    // Without storage, or without room in it, the texts go with the page.
  }
};

const restore = ({ getState, dispatch }: AppStore): void => {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = parseRecord(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  const { chat, session } = getState();
  if (stored['uid'] !== (session.user?.uid ?? '')) return;
  for (const key of Object.keys(stored)) {
    const text = storedText(stored, key);
    if (isOfEditor(key) && text !== null && chat.drafts[key] === undefined) dispatch(draftSet({ key, text }));
  }
};

/** Edited questions and artifacts that are not saved survive a reload of the tab, for the same person. */
export const carryDrafts = (of: AppStore): void => {
  if (carried.has(of)) return;
  carried.add(of);
  restore(of);
  window.addEventListener('pagehide', () => store(of));
};
