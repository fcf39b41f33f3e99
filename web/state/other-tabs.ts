import type { Action, Dispatch } from '@reduxjs/toolkit';

import { onOtherTab } from '../lib/storage.ts';
import { restoreSession, sessionFollowed, signedOut } from './session-slice.ts';
import type { RootState } from './root.ts';
import { restoreUi, themeSet } from './ui-slice.ts';

interface Follower {
  getState(): RootState;
  readonly dispatch: Dispatch<Action>;
}

/** Signing in or out and the theme hold for every tab of the browser: this one follows what another one stored. */
export const followOtherTabs = ({ getState, dispatch }: Follower): (() => void) =>
  onOtherTab((key, value) => {
    if (key === 'session' || key === null) {
      const session = restoreSession(value);
      const removed = Object.keys(value).length === 0;
      if (session.token !== getState().session.token) dispatch(removed ? signedOut() : sessionFollowed(session));
    }
    if (key === 'ui-storage' && value['theme'] !== undefined) {
      const { theme } = restoreUi(value);
      if (theme !== getState().ui.theme) dispatch(themeSet(theme));
    }
  });
