import type { Clock } from './ports.ts';

const MAX_BLOCKING_MS = 10;

/** Returns a function to await in long loops: it lets the event loop run other work whenever 10 ms have passed. */
export const createYield = (clock: Clock): (() => Promise<void>) => {
  let lastYieldAt = clock.now();
  return async () => {
    if (clock.now() - lastYieldAt < MAX_BLOCKING_MS) return;
    await clock.sleep(0);
    lastYieldAt = clock.now();
  };
};
