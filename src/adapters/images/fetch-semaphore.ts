import { TooManyImageRequests } from '../../domain/agents/errors.ts';

const MAX_CONCURRENT = 24;
const MAX_CONCURRENT_PER_READER = 8;
/** Beyond this queue length requests are refused. */
const MAX_QUEUED = 200;
const RETRY_AFTER_MS = 2000;

interface Waiter {
  readonly reader: string;
  readonly start: () => void;
}

/** Concurrent image fetches: few in total and fewer per account, so that one account cannot delay the others. */
export class FetchSemaphore {
  private readonly busy = new Map<string, number>();
  private readonly queue: Waiter[] = [];
  private total = 0;

  /** Throws `TooManyImageRequests` when the queue is full. */
  async run<T>(reader: string, work: () => Promise<T>): Promise<T> {
    await this.acquire(reader);
    try {
      return await work();
    } finally {
      this.release(reader);
    }
  }

  private async acquire(reader: string): Promise<void> {
    if (this.isFree(reader)) return this.occupy(reader);
    if (this.queue.length >= MAX_QUEUED) throw new TooManyImageRequests(RETRY_AFTER_MS);
    return new Promise((start) => void this.queue.push({ reader, start }));
  }

  private isFree(reader: string): boolean {
    return this.total < MAX_CONCURRENT && (this.busy.get(reader) ?? 0) < MAX_CONCURRENT_PER_READER;
  }

  private occupy(reader: string): void {
    this.total += 1;
    this.busy.set(reader, (this.busy.get(reader) ?? 0) + 1);
  }

  private release(reader: string): void {
    this.total -= 1;
    const left = (this.busy.get(reader) ?? 1) - 1;
    if (left > 0) this.busy.set(reader, left);
    else this.busy.delete(reader);
    const at = this.queue.findIndex((one) => this.isFree(one.reader));
    const [next] = at < 0 ? [] : this.queue.splice(at, 1);
    if (!next) return;
    this.occupy(next.reader);
    next.start();
  }
}
