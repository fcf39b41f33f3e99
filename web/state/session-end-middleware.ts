import type { Dispatch, Middleware } from '@reduxjs/toolkit';

import { api } from '../lib/api.ts';
import { chatSelected, localChatDataCleared, NEW_CHAT_DRAFT, selectTypedDraft } from './chat-slice.ts';
import type { RootState } from './root-reducer.ts';
import { sessionSynced, sessionExpired, signedOut } from './session-slice.ts';
import { pendingMessageRestored, pendingMessageSet } from './ui-slice.ts';

const getDraft = (state: RootState): string => selectTypedDraft(state.chat.currentChatId ?? NEW_CHAT_DRAFT)(state);

/** Another tab signed in another user: the draft of this one is stashed. */
const stashDraft = (before: RootState, { session }: RootState, dispatch: Dispatch): void => {
  const owner = before.session.user?.uid;
  if (owner === undefined || session.user?.uid === owner) return;
  dispatch(localChatDataCleared());
  dispatch(pendingMessageSet(getDraft(before), owner));
  dispatch(chatSelected(null));
  if (session.user) dispatch(pendingMessageRestored(session.user.uid));
};

/** The chat to come back to, if the server knows it. */
const getReturnChatId = ({ chat }: RootState): string | null =>
  chat.currentChatId !== null && chat.newChats.includes(chat.currentChatId) ? null : chat.currentChatId;

/**
 * What follows from the end of a session: the server's data is forgotten with it, and text that was typed when the
 * server refused the bearer waits as the pending message (docs/adr/0036). The same user finds the same chat.
 */
export const sessionEndMiddleware: Middleware<object, RootState> =
  ({ getState, dispatch }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    if (sessionExpired.match(action)) {
      dispatch(pendingMessageSet(getDraft(before), before.session.user?.uid));
      dispatch(chatSelected(getReturnChatId(before)));
    }
    const changedHands = sessionSynced.match(action) && before.session.token !== getState().session.token;
    if (sessionSynced.match(action)) stashDraft(before, getState(), dispatch);
    if (sessionExpired.match(action) || signedOut.match(action) || changedHands) dispatch(api.util.resetApiState());
    return result;
  };
