import { useCallback } from 'react';

import { useAppStore } from '../../state/store.ts';
import { leaveDialogs } from './navigation.ts';
import { shownPlace } from './sync-store.ts';

/** Leaves a dialog, and what it was opened from, for the chat under it. */
export const useCloseDialog = (): (() => void) => {
  const store = useAppStore();
  return useCallback(() => leaveDialogs(shownPlace(store.getState())), [store]);
};
