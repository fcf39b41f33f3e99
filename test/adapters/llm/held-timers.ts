import { jest } from '@jest/globals';

interface Held {
  readonly run: () => void;
  due: number;
}

/**
 * Timers of these lengths stand still until a test moves them, so how busy the machine is decides nothing; all others
 * run. Real ones are back after each test.
 */
export const holdingTimers = () => {
  afterEach(() => void jest.restoreAllMocks());
  return (...lengths: readonly number[]) => {
    let [now, renewed] = [0, 0];
    const held = new Map<object, Held>();
    const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
    const startHeld = (run: () => void, ms: number): object => {
      const timer = { run, due: now + ms };
      const renew = (): void => {
        timer.due = now + ms;
        renewed += 1;
        held.set(handle, timer);
      };
      const handle = { refresh: renew, unref: () => handle };
      renew();
      return handle;
    };
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, ms = 0) =>
        lengths.includes(ms) ? startHeld(run, ms) : start(run, ms)) as unknown as typeof setTimeout);
    jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      if (typeof timer !== 'object' || !held.delete(timer)) stop(timer);
    });
    return {
      /** How often one of them began or began anew. */
      renewed: () => renewed,
      /** Time passes for them; those that are due run. */
      pass: (ms: number): void => {
        now += ms;
        for (const [handle, { run, due }] of held) {
          if (due > now) continue;
          held.delete(handle);
          run();
        }
      },
    };
  };
};
