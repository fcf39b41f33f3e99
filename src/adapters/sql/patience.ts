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
export type Setback = 'conflict' | 'refused' | 'unreachable' | 'lost' | 'broken';

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
  decisive: boolean;
}

export type Timing = Pick<Clock, 'now' | 'sleep'>;

interface Limits {
  /** A further try begins within this time (milliseconds). */
  readonly within: number;
  readonly tries: number;
}

const CONFLICTS: Limits = { within: 5000, tries: 40 };
/** Short, so that with the wait for a connection and for a server that stands still nobody waits three seconds for an answer. */
const ABSENCES: Limits = { within: 500, tries: 6 };

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 400;

/** Does again what the database undid, a bounded number of times, and then says `StoreUnavailable`. */
export class Patience {
  readonly setbackOf: (error: unknown) => Setback | undefined;
  readonly timing: Timing;

  constructor(timing: Timing, setbackOf: (error: unknown) => Setback | undefined) {
    this.timing = timing;
    this.setbackOf = setbackOf;
  }

  async try<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const startedAt = this.timing.now();
    for (let tries = 1; ; tries += 1) {
      const attempt: Attempt = { decisive: false };
      try {
        return await work(attempt);
      } catch (error) {
        const setback = this.setbackOf(error);
        if (setback === undefined || setback === 'broken') throw error;
        const limits = setback === 'conflict' ? CONFLICTS : ABSENCES;
        const isOpen = setback === 'lost' && attempt.decisive;
        if (isOpen || tries >= limits.tries || this.timing.now() - startedAt > limits.within)
          throw new StoreUnavailable(error);
        await this.timing.sleep(Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries));
      }
    }
  }
}
