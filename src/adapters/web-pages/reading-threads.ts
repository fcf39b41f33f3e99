import { PageFailed } from '../../domain/agents/errors.ts';
import { type ThreadLimits, ThreadLost, ThreadPool } from '../../thread-pool.ts';
import { type Readable, readableOf, type Reading } from './reading.ts';
import type { Reader } from './web-pages.ts';

const LIMITS: ThreadLimits = { ms: 5000, heapMb: 160, threads: 2 };

const failureOf = (error: unknown): PageFailed => {
  if (error instanceof ThreadLost && error.why === 'late') return new PageFailed('The page took too long to read');
  if (error instanceof ThreadLost && error.why === 'stopped') return new PageFailed('The reading was stopped');
  return new PageFailed('The page could not be read', { cause: error });
};

/** Reads pages in threads of their own: foreign markup that is made to be slow or large costs one thread. */
export class ReadingThreads implements Reader {
  private readonly threads: ThreadPool;

  constructor(limits: ThreadLimits = LIMITS) {
    this.threads = new ThreadPool('reading-thread', import.meta.url, limits);
  }

  async read(reading: Reading, signal: AbortSignal): Promise<Readable> {
    const said = await this.threads.run(reading, signal).catch((error: unknown) => Promise.reject(failureOf(error)));
    const readable = readableOf(said);
    if (!readable) throw new PageFailed('The page has no readable text');
    return readable;
  }

  /** Ends the threads that are kept. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
