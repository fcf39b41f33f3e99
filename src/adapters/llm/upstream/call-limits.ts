/** Limits of one upstream call; times in milliseconds. */
export interface CallLimits {
  /** Connect timeout, TLS included. */
  readonly connectMs: number;
  /** From the start of the call to the first byte of the body. */
  readonly firstByteMs: number;
  /** Longest silence between two bytes of the body. */
  readonly idleMs: number;
  /** Total time of a call. */
  readonly totalMs: number;
  /** Timeout of a model list request. */
  readonly listMs: number;
  /** Longest line of an event stream, in UTF-16 units: the parser's memory limit. */
  readonly lineLength: number;
  /** Maximum bytes of one reply's body. */
  readonly bodyBytes: number;
}

export const DEFAULT_LIMITS: CallLimits = {
  connectMs: 5_000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  totalMs: 300_000,
  listMs: 10_000,
  lineLength: 1024 * 1024,
  bodyBytes: 32 * 1024 * 1024,
};
