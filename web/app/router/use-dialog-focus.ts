import { useEffect, useRef } from 'react';

import { isDialog } from './address.ts';
import { getDialogOpener } from './navigation.ts';
import { useAddress } from './use-address.ts';

/** Whoever leaves a dialog is back at the control that opened it, also after one dialog took the place of another. */
export const useDialogFocusReturn = (): void => {
  const isOpen = isDialog(useAddress());
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!closed) return undefined;
    const frame = requestAnimationFrame(() => {
      const opener = getDialogOpener();
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
};
