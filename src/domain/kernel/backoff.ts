export interface BackoffPolicy {
  /** Doubles with each failure. */
  readonly baseMs: number;
  readonly maxMs?: number;
  /** Range of a random factor, so that clients do not retry in step. */
  readonly jitter?: readonly [from: number, to: number];
}

/** Milliseconds to wait after `failures` failures. */
export const backoffMs = (
  { baseMs, maxMs = Infinity, jitter: [from, to] = [1, 1] }: BackoffPolicy,
  failures: number,
  random: () => number = Math.random,
): number => Math.round(Math.min(maxMs, baseMs * 2 ** (failures - 1)) * (from + (to - from) * random()));
