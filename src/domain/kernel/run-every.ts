import type { Clock } from './ports.ts';

export interface RunEveryDeps {
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Runs `work` after each `intervalMs`, counted from the end of the run before, until `signal` aborts. A run that fails
 * is reported as `what`, and the next one comes all the same. One that `signal` cuts off did not fail.
 */
export const runEvery = async (
  intervalMs: number,
  what: string,
  { clock, failed }: RunEveryDeps,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> => {
  while (!signal.aborted) {
    await clock.sleep(intervalMs, signal);
    if (signal.aborted) return;
    await work().catch((error: unknown) => {
      if (!signal.aborted) failed(what, error);
    });
  }
};
