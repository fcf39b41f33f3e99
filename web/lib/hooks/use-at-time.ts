import { useEffect, useEffectEvent } from 'react';

import { useBrowserEnv } from '../browser-env.ts';

/** A timer takes no more than 24 days. */
const MAX_WAIT_MS = 86_400_000;

/** What the server ends at a time is looked at this much later: its clock may be behind this one. */
export const CLOCK_GRACE_MS = 5_000;

/**
 * Runs once a time (epoch milliseconds) has come. A timer stands still while the machine sleeps, so somebody's return
 * to the page looks at the clock too.
 */
export const useAtTime = (at: number | null, run: () => void): void => {
  const env = useBrowserEnv();
  const onTime = useEffectEvent(run);
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      window.removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
    const check = (): void => {
      clearTimeout(timer);
      const wait = at - env.now().getTime();
      if (wait > 0) {
        timer = setTimeout(check, Math.min(wait, MAX_WAIT_MS));
        return;
      }
      stop();
      onTime();
    };
    window.addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    check();
    return stop;
  }, [at, env]);
};
