import { TooManyPictures } from '../../domain/agents/errors.ts';

const TOTAL = 24;
const PER_READER = 8;
/** Who waits longer than this queue is told to come again. */
const MAX_WAITING = 200;
const RETRY_MS = 2000;

interface Waiting {
  readonly reader: string;
  readonly start: () => void;
}

/** How many pictures are fetched at the same time: few in all, and fewer for one account, so that one cannot hold up all others. */
export class FetchSlots {
  private readonly busy = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private total = 0;

  /** Throws `TooManyPictures` when too many wait already. */
  async run<T>(reader: string, work: () => Promise<T>): Promise<T> {
    await this.take(reader);
    try {
      return await work();
    } finally {
      this.release(reader);
    }
  }

  private async take(reader: string): Promise<void> {
    if (this.isFree(reader)) return this.occupy(reader);
    if (this.waiting.length >= MAX_WAITING) throw new TooManyPictures(RETRY_MS);
    return new Promise((start) => void this.waiting.push({ reader, start }));
  }

  private isFree(reader: string): boolean {
    return this.total < TOTAL && (this.busy.get(reader) ?? 0) < PER_READER;
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
    const at = this.waiting.findIndex((one) => this.isFree(one.reader));
    const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (!next) return;
    this.occupy(next.reader);
    next.start();
  }
}
