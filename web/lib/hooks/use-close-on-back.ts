import { useEffect, useEffectEvent, useState } from 'react';

import { isLayer } from '../history-layer.ts';

/** How many such layers are open: one that takes the place of another takes its entry too. */
let openCount = 0;

/**
 * Back closes what lies over the page and has no address (docs/adr/0046): it has an entry of the history of its own.
 * Where `close` only asks, it has one again.
 */
export const useCloseOnBack = (close: () => void): void => {
  const [backCount, setBackCount] = useState(0);
  const onBack = useEffectEvent(close);
  useEffect(() => {
    openCount += 1;
    if (!isLayer()) window.history.pushState({ layer: true }, '');
    const onPop = (): void => {
      if (isLayer()) return;
      setBackCount((count) => count + 1);
      onBack();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      openCount -= 1;
      window.removeEventListener('popstate', onPop);
      queueMicrotask(() => {
        if (openCount === 0 && isLayer()) window.history.back();
      });
    };
  }, [backCount]);
};
