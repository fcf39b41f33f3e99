import { useState, type RefObject } from 'react';

import { useAppDispatch, useAppStore } from '../../state/store.ts';
import { sidebarSet, sidebarToggled } from '../../state/ui-slice.ts';
import type { ShortcutId } from './shortcuts.ts';
import { useActions } from '../use-actions.ts';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts';

/** What lies over the page and belongs to no part of the product. */
export type Overlay = 'palette' | 'shortcuts';

/** The overlays and the keys that open them and do everything else that keys can do from anywhere. */
export const useOverlay = (searchRef: RefObject<HTMLInputElement | null>) => {
  const [overlay, open] = useState<Overlay | null>(null);
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const actions = useActions();
  const isGuest = (): boolean => store.getState().session.token === null;
  const search = (): void => {
    if (isGuest()) return;
    dispatch(sidebarSet(true));
    // The closed sidebar takes no focus: it must have been drawn open first.
    requestAnimationFrame(() => searchRef.current?.focus());
  };
  const run: Readonly<Record<ShortcutId, () => void>> = {
    palette: () => open('palette'),
    shortcuts: () => open('shortcuts'),
    new: actions.newChat,
    temporary: actions.newTemporaryChat,
    sidebar: () => {
      dispatch(sidebarToggled());
    },
    search,
    settings: actions.openSettings,
    theme: () => {
      if (!isGuest()) actions.toggleTheme();
    },
  };
  useKeyboardShortcuts((id) => run[id]());
  return { overlay, open, close: () => open(null), search };
};
