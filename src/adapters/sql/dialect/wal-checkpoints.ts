import { stat } from 'node:fs/promises';

import { ThreadPool } from '../../../platform/thread-pool.ts';

/** From this size on, the write-ahead log (WAL) is written into the database's file. */
const MAX_WAL_BYTES = 16 * 1024 * 1024;
/** Transactions between two looks at its size. */
const LOOK_EVERY = 50;
/** A transaction that cannot begin after that is retried as after any conflict. */
const MAX_PAUSE_MS = 1000;
const LIMITS = { timeoutMs: 60_000, heapMb: 32, threads: 1 };

/** What the thread is asked for. */
export interface CheckpointStep {
  readonly file: string;
  readonly part: 'most' | 'rest';
}

/**
 * Checkpoints of SQLite's write-ahead log, in a thread of its own: one takes tens of milliseconds, most of
 * them waiting for the disk, in which no token of any stream would be sent. The thread starts when the log
 * is long for the first time.
 */
export class WalCheckpoints {
  private readonly threads = new ThreadPool('wal-checkpoint-worker', import.meta.url, LIMITS);
  private readonly abort = new AbortController();
  private running: Promise<void> | undefined;
  private pausing: Promise<void> | undefined;
  private transactions = 0;

  constructor(private readonly file: string) {}

  /** Call it after each transaction. */
  countTransaction(): void {
    this.transactions += 1;
    if (this.transactions % LOOK_EVERY !== 0 || this.running) return;
    this.running = this.checkpoint().finally(() => (this.running = undefined));
  }

  /** While the thread has the log to itself and nobody can write, the end of that. */
  get pause(): Promise<void> | undefined {
    return this.pausing;
  }

  /** Waits for a running one: two at a time would hinder each other. */
  async settle(): Promise<void> {
    await this.running;
  }

  async close(): Promise<void> {
    await this.running;
    await this.threads.close();
  }

  private async checkpoint(): Promise<void> {
    try {
      const { size } = await stat(`${this.file}-wal`);
      if (size < MAX_WAL_BYTES) return;
      await this.run('most');
      await this.takeRest();
    } catch {
      // Tried again after the next transactions; without any success the connection itself does
      // it at four times the size.
    }
  }

  private async takeRest(): Promise<void> {
    let end: () => void = () => undefined;
    this.pausing = new Promise((resolve) => {
      end = () => {
        this.pausing = undefined;
        resolve();
      };
    });
    const timer = setTimeout(end, MAX_PAUSE_MS);
    try {
      await this.run('rest');
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  private async run(part: CheckpointStep['part']): Promise<void> {
    const step: CheckpointStep = { file: this.file, part };
    await this.threads.run(step, this.abort.signal);
  }
}
