import { useEffect, useState } from 'react';

import { usePage } from './page.ts';

/** Whole seconds until a moment (epoch milliseconds), told each second down to 0. */
export const useCountdown = (until: number | null): number => {
  const page = usePage();
  const [now, setNow] = useState(() => page.now().getTime());
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    const read = (): number => page.now().getTime();
    setNow(read());
    if (until === null || until <= read()) return;
    const timer = setInterval(() => {
      setNow(read());
      if (read() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, page]);
  return left;
};
