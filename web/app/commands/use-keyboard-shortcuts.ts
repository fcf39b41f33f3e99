import { useRef, type MouseEvent } from 'react';

import { useKeyDown } from '../../lib/hooks/use-key-down.ts';
import { useAppStore } from '../../state/store.ts';
import { sidebarSet, sidebarToggled } from '../../state/ui-slice.ts';
import { findShortcut, type ShortcutId } from './shortcuts.ts';

const isModalOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** The shortcuts, while no dialog has the page; Escape closes the sidebar unless something nearer took it. */
export const useKeyboardShortcuts = (run: (id: ShortcutId) => void): void => {
  const store = useAppStore();
  useKeyDown((event) => {
    const shortcut = findShortcut(event, store.getState().keys.single);
    if (shortcut !== null) {
      event.preventDefault();
      if (!isModalOpen()) run(shortcut);
    } else if (event.key === 'Escape' && !event.defaultPrevented && !isModalOpen()) store.dispatch(sidebarSet(false));
  });
};

const INTERACTIVE = 'button, a, input, textarea, select, summary, dialog, [role="menu"]';

const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest(INTERACTIVE) !== null;

/**
 * A double-click on the main area toggles the sidebar, unless it selected text or one of its clicks meant a control,
 * which may be gone by the second.
 */
export const useSidebarDoubleClick = () => {
  const store = useAppStore();
  const beganOnControl = useRef(false);
  return {
    onMouseDown: (event: MouseEvent): void => {
      if (event.detail < 2) beganOnControl.current = isOnControl(event);
    },
    onDoubleClick: (event: MouseEvent): void => {
      const selected = window.getSelection()?.toString().trim() ?? '';
      if (selected === '' && !beganOnControl.current && !isOnControl(event)) store.dispatch(sidebarToggled());
    },
  };
};
