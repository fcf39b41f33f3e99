/** Bounds of one upstream call; times in milliseconds, sizes as named. */
export interface CallLimits {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number;
  /** From the start of the call until the first byte of the reply's body. */
  readonly firstByteMs: number;
  /** Longest silence between two bytes of the body. */
  readonly idleMs: number;
  /** Whole call, however lively. */
  readonly totalMs: number;
  /** Asking a provider for its list of models, everything included. */
  readonly listMs: number;
  /** Longest line of an event stream, in UTF-16 units: more is never held in memory. */
  readonly lineLength: number;
  /** All bytes of one reply's body. */
  readonly bodyBytes: number;
}

export const DEFAULT_LIMITS: CallLimits = {
  connectMs: 5_000,
  firstByteMs: 30_000,
  idleMs: 30_000,
  totalMs: 300_000,
  listMs: 10_000,
  lineLength: 1024 * 1024,
  bodyBytes: 32 * 1024 * 1024,
};
