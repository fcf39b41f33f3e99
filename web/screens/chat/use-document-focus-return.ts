import { useEffect, useRef } from 'react';

/** Who leaves a document is back at the button that opens it, unless the hand is elsewhere already. */
export const useDocumentFocusReturn = (shownId: string | null): void => {
  const previousId = useRef<string | null>(null);
  useEffect(() => {
    const id = previousId.current;
    previousId.current = shownId;
    if (shownId !== null || id === null) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const openers = document.querySelectorAll<HTMLElement>('[data-opens-document]');
      [...openers].find((opener) => opener.dataset['opensDocument'] === id)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [shownId]);
};
