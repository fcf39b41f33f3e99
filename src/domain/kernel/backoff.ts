export interface BackoffPolicy {
  /** The delay after the first failure; it doubles with each further one. */
  readonly baseMs: number;
  readonly maxMs?: number;
  /** The range of factors that a delay is multiplied with, so that clients do not retry in step. */
  readonly jitter?: readonly [from: number, to: number];
}

/** Milliseconds to wait after so many failures. */
export const backoffMs = (
  { baseMs, maxMs = Infinity, jitter: [from, to] = [1, 1] }: BackoffPolicy,
  failures: number,
  random: () => number = Math.random,
): number => Math.round(Math.min(maxMs, baseMs * 2 ** (failures - 1)) * (from + (to - from) * random()));
