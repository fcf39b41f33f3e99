import type { Dispatch, Middleware } from '@reduxjs/toolkit';

import { api } from '../lib/api.ts';
import { chatSelected, draftsForgotten, NEW_CHAT_DRAFT } from './chat-slice.ts';
import type { RootState } from './root.ts';
import { sessionFollowed, sessionLost, signedOut } from './session-slice.ts';
import { pendingPassed, pendingSet } from './ui-slice.ts';

const draftOf = ({ chat }: RootState): string => chat.drafts[chat.currentChatId ?? NEW_CHAT_DRAFT] ?? '';

/** Another tab signed somebody else in: what was typed here is not theirs. */
const putAside = (before: RootState, { session }: RootState, dispatch: Dispatch): void => {
  const owner = before.session.user?.uid;
  if (owner === undefined || session.user?.uid === owner) return;
  dispatch(draftsForgotten());
  dispatch(pendingSet(draftOf(before), owner));
  dispatch(chatSelected(null));
  if (session.user) dispatch(pendingPassed(session.user.uid));
};

/** The chat to come back to, if the server knows it. */
const placeOf = ({ chat }: RootState): string | null =>
  chat.currentChatId !== null && chat.newChats.includes(chat.currentChatId) ? null : chat.currentChatId;

/**
 * What follows from the end of a session: the server's data is forgotten with it, and text that was typed when the
 * server refused the bearer waits as the pending message (D-19). The same person coming back finds the same chat.
 */
export const sessionFollow: Middleware<object, RootState> =
  ({ getState, dispatch }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    if (sessionLost.match(action)) {
      dispatch(pendingSet(draftOf(before), before.session.user?.uid));
      dispatch(chatSelected(placeOf(before)));
    }
    const changedHands = sessionFollowed.match(action) && before.session.token !== getState().session.token;
    if (sessionFollowed.match(action)) putAside(before, getState(), dispatch);
    if (sessionLost.match(action) || signedOut.match(action) || changedHands) dispatch(api.util.resetApiState());
    return result;
  };
