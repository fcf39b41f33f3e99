import { StoreUnavailable } from '../../domain/kernel/domain-error.ts';
import type { Database } from './database.ts';

/** A larger transaction would hold up every stream of the process noticeably: nothing else runs meanwhile. */
const MAX_SHARED = 4;

/** Work that waits for a transaction, with its outcome in it. */
interface Waiting {
  readonly run: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * On SQLite transactions take turns, and the fixed cost of each delays all streams: so those that are asked for in one
 * turn of the event loop share one. Between two of them the event loop serves whatever else there is. Their work runs in
 * the async context of the first: it must not read the caller's, such as that of the audit log.
 */
export class SharedTransactions {
  private waiting: Waiting[] = [];
  private isRunning = false;

  constructor(private readonly db: Database) {}

  /** Runs `work` in a transaction, which may be retried. Throws what `work` throws, which undoes only its own changes. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.db.dialect.isSerial || this.db.isInTransaction) return this.db.transaction(work);
    return new Promise((resolve, reject) => {
      let outcome: () => void = () => undefined;
      const run = async () => {
        const result = await work();
        outcome = () => resolve(result);
      };
      this.waiting.push({ run, resolve: () => outcome(), reject });
      if (!this.isRunning) this.schedule();
    });
  }

  private schedule(): void {
    this.isRunning = true;
    setImmediate(this.next);
  }

  /** One after the other: while one waits for the database, those that come meanwhile wait together. */
  private readonly next = (): void => {
    void this.runGroup(this.waiting.splice(0, MAX_SHARED)).then(() => {
      if (this.waiting.length > 0) this.schedule();
      else this.isRunning = false;
    });
  };

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
