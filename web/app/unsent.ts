import { recordOf } from '../lib/storage.ts';
import { storedText } from '../lib/stored-values.ts';
import { draftSet, NEW_CHAT_DRAFT, selectDraft, selectLocalTurns } from '../state/chat-slice.ts';
import type { RootState } from '../state/root.ts';
import type { AppStore } from '../state/store.ts';

const KEY = 'unsent';
/** Refusals that come before the server stores anything: the question is then on this page alone. */
const REFUSALS: readonly (string | null | undefined)[] = ['USAGE_LIMIT_EXCEEDED', 'SUBSCRIPTION_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED'];

const refusedQuestion = (state: RootState): string => {
  const turns = selectLocalTurns(state.chat.currentChatId)(state);
  const last = turns.at(-1);
  if (last?.status !== 'error' || !REFUSALS.includes(last.errorCode)) return '';
  return turns.findLast(({ role }) => role === 'user')?.content ?? '';
};

const unsentOf = (state: RootState): { readonly key: string; readonly text: string } | null => {
  const { currentChatId, newChats } = state.chat;
  const typed = selectDraft(currentChatId ?? NEW_CHAT_DRAFT)(state);
  const text = typed.trim() === '' ? refusedQuestion(state) : typed;
  // The server does not know a chat whose first question it refused.
  const key = currentChatId === null || newChats.includes(currentChatId) ? NEW_CHAT_DRAFT : currentChatId;
  return text.trim() === '' ? null : { key, text };
};

/** Keeps in this tab what was typed, or asked and refused, while the page is away: at the payment page, or being loaded anew. */
export const keepUnsent = ({ getState }: AppStore): (() => void) => {
  const keep = (): void => {
    const state = getState();
    const uid = state.session.user?.uid;
    const unsent = uid === undefined ? null : unsentOf(state);
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
  const uid = getState().session.user?.uid;
  const [key, text] = [storedText(stored, 'key'), storedText(stored, 'text')];
  if (uid !== undefined && storedText(stored, 'uid') === uid && key !== null && text !== null) dispatch(draftSet({ key, text }));
};
