import { StoreUnavailable } from '../../domain/kernel/domain-error.ts';
import type { Database } from './database.ts';
import type { Timing } from './retry-policy.ts';

/** A larger transaction would hold up every stream of the process noticeably: nothing else runs meanwhile. */
const MAX_SHARED = 4;

/** Where questions come more often than this, one waits so long for others. */
const GATHER_MS = 4;

/** Work that waits for a transaction, with its outcome in it. */
interface Waiting {
  readonly run: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * On SQLite transactions take turns, and the fixed cost of each delays all streams: so those that are asked for in a
 * few milliseconds share one. Between two of them the event loop serves whatever else there is. Their work runs in the
 * async context of the first: it must not read the caller's, such as that of the audit log.
 */
export class SharedTransactions {
  private waiting: Waiting[] = [];
  private isRunning = false;
  private onComplete: () => void = () => undefined;
  /** When the last transaction ended. */
  private lastAt = -Infinity;

  constructor(private readonly db: Database) {}

  private get timing(): Timing {
    return this.db.dialect.retryPolicy.timing;
  }

  /**
   * Runs `work` in a transaction, which may be retried. Throws what `work` throws, which undoes only its own changes.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.db.dialect.isSerial || this.db.isInTransaction) return this.db.transaction(work);
    return new Promise((resolve, reject) => {
      let outcome: () => void = () => undefined;
      const run = async () => {
        const result = await work();
        outcome = () => resolve(result);
      };
      this.waiting.push({ run, resolve: () => outcome(), reject });
      if (!this.isRunning) void this.loop();
      else if (this.waiting.length === MAX_SHARED) this.onComplete();
    });
  }

  /** One after the other: while one waits for the database, those that come meanwhile wait together. */
  private async loop(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      await this.gather();
      await this.runGroup(this.waiting.splice(0, MAX_SHARED));
      this.lastAt = this.timing.now();
    }
    this.isRunning = false;
  }

  /** Until the next turn of the event loop; where one follows the other closely, until a group is complete. */
  private async gather(): Promise<void> {
    const isFrequent = this.timing.now() - this.lastAt < GATHER_MS;
    if (!isFrequent || this.waiting.length >= MAX_SHARED) return new Promise((resolve) => setImmediate(resolve));
    const isComplete = new Promise<void>((resolve) => (this.onComplete = resolve));
    await Promise.race([this.timing.sleep(GATHER_MS), isComplete]);
  }

  private async runGroup(group: readonly Waiting[]): Promise<void> {
    const [first, ...others] = group;
    if (first && others.length === 0) return this.runAlone(first);
    try {
      const settled = await this.db.transaction(() => this.runEach(group));
      for (const settle of settled) settle();
    } catch (error) {
      // What broke the transaction may be the fault of one of them; with retries used up it is the database's.
      for (const each of group) await (error instanceof StoreUnavailable ? each.reject(error) : this.runAlone(each));
    }
  }

  private async runEach(group: readonly Waiting[]): Promise<(() => void)[]> {
    const settled: (() => void)[] = [];
    for (const { run, resolve, reject } of group) {
      try {
        await this.db.withSavepoint(run);
        settled.push(resolve);
      } catch (error) {
        settled.push(() => reject(error));
      }
    }
    return settled;
  }

  private async runAlone({ run, resolve, reject }: Waiting): Promise<void> {
    try {
      await this.db.transaction(run);
      resolve();
    } catch (error) {
      reject(error);
    }
  }
}
