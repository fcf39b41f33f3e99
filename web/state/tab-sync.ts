import type { Action, Dispatch } from '@reduxjs/toolkit';

import { loadStored, onStorageChange } from '../lib/storage.ts';
import { restoreSession, sessionSynced, signedOut, userRefreshed } from './session-slice.ts';
import type { RootState } from './root-reducer.ts';
import { restoreThemeSource, systemThemeSet } from './theme-source-slice.ts';
import { trialSynced } from './trial-slice.ts';
import { restoreUi, themeSet } from './ui-slice.ts';

interface SyncTarget {
  getState(): RootState;
  readonly dispatch: Dispatch<Action>;
}

const syncSession = ({ getState, dispatch }: SyncTarget, value: Readonly<Record<string, unknown>>): void => {
  const other = restoreSession(value);
  const current = getState().session;
  const removed = Object.keys(value).length === 0;
  if (other.token !== current.token) dispatch(removed ? signedOut() : sessionSynced(other));
  else if (other.user && JSON.stringify(other.user) !== JSON.stringify(current.user))
    dispatch(userRefreshed(other.user));
};

/** Follows another tab's sign-in, sign-out, account, trial and choice of theme. */
export const syncWithOtherTabs = ({ getState, dispatch }: SyncTarget): (() => void) =>
  onStorageChange((key, value) => {
    if (key === 'session' || key === null) syncSession({ getState, dispatch }, value);
    // What is stored now, as this tab may have added to it since that change.
    if (key === 'trial-storage' && value['messages'] !== undefined) dispatch(trialSynced(loadStored('trial-storage')));
    if (key === 'theme-source' && value['followsSystem'] !== undefined)
      dispatch(systemThemeSet(restoreThemeSource(value).followsSystem));
    if (key === 'ui-storage' && value['theme'] !== undefined) {
      const { theme } = restoreUi(value);
      if (theme !== getState().ui.theme) dispatch(themeSet(theme));
    }
  });
