import { StoreUnavailable } from '../../domain/kernel/domain-error.ts';
import type { Clock } from '../../domain/kernel/ports.ts';

/**
 * What a failure of the database means for the work it met, other than a fault of the work itself:
 * - `conflict`: undone for the sake of somebody else's work; it may be done again.
 * - `refused`: this server does not work at present and has done nothing.
 * - `unreachable`: there was no connection to be had, so nothing was done.
 * - `lost`: the connection broke. What was not committed is undone.
 * - `broken`: the engine gave the transaction up for a reason that stays, such as a full disk.
 */
export type DatabaseErrorKind = 'conflict' | 'refused' | 'unreachable' | 'lost' | 'broken';

/** No connection could be had. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('There is no connection to the database.', { cause });
    this.name = 'NoConnection';
  }
}

/** One try of a work. */
export interface Attempt {
  /** From here on a lost connection leaves open whether the work was done, so it is not done again. */
  unsafeToRetry: boolean;
}

export type Timing = Pick<Clock, 'now' | 'sleep'>;

interface RetryLimits {
  /** A further try begins within this time (milliseconds). */
  readonly maxElapsedMs: number;
  readonly maxAttempts: number;
}

const CONFLICT_LIMITS: RetryLimits = { maxElapsedMs: 5000, maxAttempts: 40 };
/** Short, so that with the wait for a connection and for a server that stands still nobody waits three seconds for an answer. */
const OUTAGE_LIMITS: RetryLimits = { maxElapsedMs: 500, maxAttempts: 6 };

const BASE_DELAY_MS = 5;
const MAX_DELAY_MS = 400;

/** Does again what the database undid, a bounded number of times, and then says `StoreUnavailable`. */
export class RetryPolicy {
  readonly classifyError: (error: unknown) => DatabaseErrorKind | undefined;
  readonly timing: Timing;

  constructor(timing: Timing, classifyError: (error: unknown) => DatabaseErrorKind | undefined) {
    this.timing = timing;
    this.classifyError = classifyError;
  }

  async run<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const startedAt = this.timing.now();
    for (let attempts = 1; ; attempts += 1) {
      const attempt: Attempt = { unsafeToRetry: false };
      try {
        return await work(attempt);
      } catch (error) {
        const kind = this.classifyError(error);
        if (kind === undefined || kind === 'broken') throw error;
        const limits = kind === 'conflict' ? CONFLICT_LIMITS : OUTAGE_LIMITS;
        const isOutcomeUnknown = kind === 'lost' && attempt.unsafeToRetry;
        if (isOutcomeUnknown || attempts >= limits.maxAttempts || this.timing.now() - startedAt > limits.maxElapsedMs)
          throw new StoreUnavailable(error);
        await this.timing.sleep(Math.random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempts));
      }
    }
  }
}
