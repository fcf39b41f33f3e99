import type { Action, Dispatch } from '@reduxjs/toolkit';

import { onOtherTab } from '../lib/storage.ts';
import { restoreSession, sessionFollowed, signedOut, userRefreshed } from './session-slice.ts';
import type { RootState } from './root.ts';
import { restoreUi, themeSet } from './ui-slice.ts';

interface Follower {
  getState(): RootState;
  readonly dispatch: Dispatch<Action>;
}

const followSession = ({ getState, dispatch }: Follower, value: Readonly<Record<string, unknown>>): void => {
  const theirs = restoreSession(value);
  const mine = getState().session;
  const removed = Object.keys(value).length === 0;
  if (theirs.token !== mine.token) dispatch(removed ? signedOut() : sessionFollowed(theirs));
  else if (theirs.user && theirs.user.emailVerified !== mine.user?.emailVerified) dispatch(userRefreshed(theirs.user));
};

/** Signing in or out verifying the address and the theme hold for every tab of the browser: this one follows what another one stored. */
export const followOtherTabs = ({ getState, dispatch }: Follower): (() => void) =>
  onOtherTab((key, value) => {
    if (key === 'session' || key === null) followSession({ getState, dispatch }, value);
    if (key === 'ui-storage' && value['theme'] !== undefined) {
      const { theme } = restoreUi(value);
      if (theme !== getState().ui.theme) dispatch(themeSet(theme));
    }
  });
