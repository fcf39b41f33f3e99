import { useEffect, useEffectEvent } from 'react';

/**
 * So long the page is left to itself at first: what it shows and what a person does with it comes before
 * what may be needed later.
 */
const IDLE_DELAY_MS = 1500;

/** Runs once, some time after the beginning, when the browser has nothing better to do. */
export const useIdleCallback = (work: () => void): void => {
  const run = useEffectEvent(work);
  useEffect(() => {
    let idle: number | undefined;
    const timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(() => run(), { timeout: 2000 });
      else run();
    }, IDLE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
};
