import { NoConnection } from '../retry-policy.ts';

/** A query that waits longer than this (ms) was issued outside the transaction it belongs to. */
const ACQUIRE_TIMEOUT_MS = 5000;

const closed = (): Error => new NoConnection(new Error('The database is closed.'));

interface Waiter<T> {
  readonly lend: (connection: T) => void;
  readonly refuse: (error: Error) => void;
}

/** One connection for many users, one at a time, first come first served. */
export class SingleConnectionPool<T> {
  private connection: T | undefined;
  private isLent = false;
  private isClosed = false;
  private closing: Promise<void> | undefined;
  private readonly waiting: Waiter<T>[] = [];

  /** `connect` is called at the first use, and again after it has thrown. */
  constructor(
    private readonly connect: () => T,
    private readonly disconnect: (connection: T) => void,
  ) {}

  /** Rejects with `NoConnection` when nothing is free in time, and with what `connect` throws. */
  async acquire(): Promise<T> {
    if (this.isClosed) throw closed();
    if (this.isLent) return this.wait(ACQUIRE_TIMEOUT_MS);
    this.connection ??= this.connect();
    this.isLent = true;
    return this.connection;
  }

  /** The connection if it is free at this moment; it is not lent by that. */
  get idle(): T | undefined {
    return this.isLent || this.isClosed ? undefined : this.connection;
  }

  release(connection: T): void {
    const next = this.waiting.shift();
    if (next) next.lend(connection);
    else this.isLent = false;
  }

  /** Closes the connection after the work that has begun or waits. */
  destroy(): Promise<void> {
    return (this.closing ??= this.close());
  }

  private async close(): Promise<void> {
    if (this.isLent) await this.wait();
    if (this.connection !== undefined) this.disconnect(this.connection);
    this.isClosed = true;
    for (const { refuse } of this.waiting.splice(0)) refuse(closed());
  }

  /** Without a limit: as long as it takes. */
  private wait(limitMs?: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
        lend: (connection) => {
          clearTimeout(timeout);
          resolve(connection);
        },
        refuse: (error) => {
          clearTimeout(timeout);
          reject(error);
        },
      };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(new NoConnection(new Error('The connection was not free in time.')));
      };
      const timeout = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
      this.waiting.push(waiter);
    });
  }
}
