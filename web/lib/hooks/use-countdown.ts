import { useEffect, useState } from 'react';

import { useBrowserEnv } from '../browser-env.ts';

/** Whole seconds until a time (epoch milliseconds), updated every second down to 0. */
export const useCountdown = (until: number | null): number => {
  const env = useBrowserEnv();
  const [now, setNow] = useState(() => env.now().getTime());
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    const getTime = (): number => env.now().getTime();
    setNow(getTime());
    if (until === null || until <= getTime()) return;
    const timer = setInterval(() => {
      setNow(getTime());
      if (getTime() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, env]);
  return left;
};
