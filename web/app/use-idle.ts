import { useEffect, useEffectEvent } from 'react';

/** Runs once when the browser has nothing better to do. */
export const useIdle = (work: () => void): void => {
  const run = useEffectEvent(work);
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => run(), 200);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => run(), { timeout: 2000 });
    return () => cancelIdleCallback(idle);
  }, []);
};
