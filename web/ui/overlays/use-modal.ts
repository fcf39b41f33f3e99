import { useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

/**
 * The page behind an open dialog can have no caret. The browser would look for a place for it with each frame, from
 * where somebody clicked before back through the whole list of chats.
 */
const dropCaret = (): void => {
  const selection = document.getSelection();
  if (selection?.isCollapsed) selection.removeAllRanges();
};

/**
 * Opens the native dialog over everything and gives the focus back to where it was when the dialog goes away.
 * What bears `data-autofocus` gets the focus: React's own autoFocus comes before the dialog is open, when
 * nothing in it can have it.
 */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  const [previousFocus] = useState(() => document.activeElement);
  const cancel = useEffectEvent((event: Event) => {
    event.preventDefault();
    onClose();
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    dropCaret();
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const onCancel = (event: Event): void => cancel(event);
    dialog?.addEventListener('cancel', onCancel);
    return () => {
      dialog?.removeEventListener('cancel', onCancel);
      dialog?.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [previousFocus]);
  return ref;
};

/**
 * A click counts as outside only if it both began and ended on the backdrop: selecting text
 * past the edge closes nothing.
 */
export const useOutsideClick = (onClose: () => void) => {
  const startedOutside = useRef(false);
  return {
    onMouseDown: (event: MouseEvent) => {
      startedOutside.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent) => {
      if (startedOutside.current && event.target === event.currentTarget) onClose();
    },
  };
};
