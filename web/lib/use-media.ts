import { useCallback, useSyncExternalStore } from 'react';

import { mediaHolds } from './media.ts';

/** Whether a media query holds, as long as the part that asks is on the page. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (typeof window.matchMedia !== 'function') return () => undefined;
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => mediaHolds(query));
};
