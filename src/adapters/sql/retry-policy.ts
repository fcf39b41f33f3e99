import { backoffMs } from '../../domain/kernel/backoff.ts';
import { StoreUnavailable } from '../../domain/kernel/domain-error.ts';
import type { Clock } from '../../domain/kernel/ports.ts';

/**
 * Kinds of database failures that are not caused by the work itself:
 * - `conflict`: rolled back for the sake of other work; may be retried.
 * - `refused`: the server does not serve at present and has done nothing.
 * - `unreachable`: no connection, so nothing was done.
 * - `lost`: the connection broke. Uncommitted work is rolled back.
 * - `broken`: the engine gave up the transaction for a lasting reason, such as a full disk.
 */
export type DatabaseErrorKind = 'conflict' | 'refused' | 'unreachable' | 'lost' | 'broken';

/** No connection was available. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('There is no connection to the database.', { cause });
    this.name = 'NoConnection';
  }
}

/** One attempt. */
export interface Attempt {
  /** From here on a lost connection leaves the outcome unknown, so there is no retry. */
  unsafeToRetry: boolean;
}

export type Timing = Pick<Clock, 'now' | 'sleep'>;

interface RetryLimits {
  /** Another attempt starts within this time (ms). */
  readonly maxElapsedMs: number;
  readonly maxAttempts: number;
}

const CONFLICT_LIMITS: RetryLimits = { maxElapsedMs: 5000, maxAttempts: 40 };
/** Short: with the waits for a connection and a frozen server, a request waits less than three seconds. */
const OUTAGE_LIMITS: RetryLimits = { maxElapsedMs: 500, maxAttempts: 6 };

const BACKOFF = { baseMs: 10, maxMs: 400, jitter: [0, 1] } as const;

/** Retries work that the database rolled back, within limits, and then throws `StoreUnavailable`. */
export class RetryPolicy {
  /** `pause`: while this process knows what other work causes conflicts, the end of that. */
  constructor(
    readonly timing: Timing,
    readonly classifyError: (error: unknown) => DatabaseErrorKind | undefined,
    private readonly pause: () => Promise<void> | undefined = () => undefined,
  ) {}

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
        await this.wait(kind, attempts);
      }
    }
  }

  private async wait(kind: DatabaseErrorKind, attempts: number): Promise<void> {
    const pause = kind === 'conflict' ? this.pause() : undefined;
    await (pause ?? this.timing.sleep(backoffMs(BACKOFF, attempts)));
  }
}
