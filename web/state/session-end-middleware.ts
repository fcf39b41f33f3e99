import type { Dispatch, Middleware } from '@reduxjs/toolkit';

import { api } from '../lib/api.ts';
import { chatSelected, draftSet, localChatDataCleared, NEW_CHAT_DRAFT, selectTypedDraft } from './chat-slice.ts';
import type { RootState } from './root-reducer.ts';
import { sessionSynced, sessionExpired, signedOut } from './session-slice.ts';
import { pendingMessageRestored, pendingMessageSet } from './ui-slice.ts';
import { without } from './without.ts';

const getDraftKey = ({ chat }: RootState): string => chat.currentChatId ?? NEW_CHAT_DRAFT;
const getDraft = (state: RootState): string => selectTypedDraft(getDraftKey(state))(state);

/** Another tab signed in another user: the draft of this one is stashed. */
const stashDraft = (before: RootState, { session }: RootState, dispatch: Dispatch): void => {
  const owner = before.session.user?.uid;
  if (owner === undefined || session.user?.uid === owner) return;
  dispatch(localChatDataCleared());
  dispatch(pendingMessageSet(getDraft(before), owner));
  dispatch(chatSelected(null));
  if (session.user) dispatch(pendingMessageRestored(session.user.uid));
};

const isSignedIn = (before: RootState, { session }: RootState): boolean =>
  session.user !== null && before.session.user === null;

const isSamePerson = (before: RootState, { session }: RootState): boolean =>
  session.user?.uid === before.session.expiredUid;

const restoreDrafts = (drafts: Readonly<Record<string, string>>, dispatch: Dispatch): void => {
  for (const [key, text] of Object.entries(drafts)) dispatch(draftSet({ key, text }));
};

/** The chat to come back to, if the server knows it. */
const getReturnChatId = ({ chat }: RootState): string | null =>
  chat.currentChatId !== null && chat.newChats.includes(chat.currentChatId) ? null : chat.currentChatId;

/**
 * What follows from the end of a session: the server's data is forgotten with it, and text that was typed when the
 * server refused the bearer waits as the pending message (docs/adr/0036). The same user finds the same chat, and the
 * drafts of all others.
 */
export const sessionEndMiddleware: Middleware<object, RootState> = ({ getState, dispatch }) => {
  /** In memory alone, for the person whose session is over. */
  let otherDrafts: Readonly<Record<string, string>> = {};
  return (next) => (action) => {
    const before = getState();
    const result = next(action);
    if (isSignedIn(before, getState())) {
      if (isSamePerson(before, getState())) restoreDrafts(otherDrafts, dispatch);
      otherDrafts = {};
    }
    if (sessionExpired.match(action)) {
      otherDrafts = without(before.chat.drafts, getDraftKey(before));
      dispatch(pendingMessageSet(getDraft(before), before.session.user?.uid));
      dispatch(chatSelected(getReturnChatId(before)));
    }
    const changedHands = sessionSynced.match(action) && before.session.token !== getState().session.token;
    if (sessionSynced.match(action)) stashDraft(before, getState(), dispatch);
    if (sessionExpired.match(action) || signedOut.match(action) || changedHands) dispatch(api.util.resetApiState());
    return result;
  };
};
