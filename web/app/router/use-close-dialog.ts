import { useCallback } from 'react';

import { useAppStore } from '../../state/store.ts';
import { returnTo } from './navigation.ts';
import { shownPlace } from './sync-store.ts';

/** Leaves a dialog for the chat under it. */
export const useCloseDialog = (): (() => void) => {
  const store = useAppStore();
  return useCallback(() => returnTo(shownPlace(store.getState())), [store]);
};
