import { type TransferListItem, Worker } from 'node:worker_threads';

import { workerEntry } from './worker-entry.ts';
import { FairSemaphore } from './semaphore.ts';

const MB = 1024 * 1024;
const POLL_INTERVAL_MS = 10;
const YOUNG_GENERATION_MB = 32;

export interface ThreadLimits {
  /** Timeout of one job, from the moment a thread takes it. */
  readonly timeoutMs: number;
  /** Heap limit of a thread. */
  readonly heapMb: number;
  /** How much the process may grow during a job: libraries allocate outside the thread's heap. Absent: not watched. */
  readonly growthMb?: number;
  /** Concurrent jobs; others wait. */
  readonly threads: number;
}

export interface JobOptions {
  readonly transfer?: readonly TransferListItem[];
  /** The owner of the job: one job per owner at a time. */
  readonly owner?: string | undefined;
  /** Overrides of the pool's limits. */
  readonly timeoutMs?: number;
  readonly growthMb?: number;
}

/** The exit code of a thread that ends itself at its memory limit: it notices earlier than a watcher. */
export const MEMORY_LIMIT_EXIT_CODE = 86;

/** Queue length, in total and per owner. */
const MAX_QUEUED = 100;
const MAX_QUEUED_PER_OWNER = 20;

/** A job without an answer. */
export class ThreadFailed extends Error {
  readonly reason: 'timeout' | 'memory' | 'aborted' | 'crashed';

  constructor(reason: ThreadFailed['reason'], cause?: unknown) {
    super(`the thread was lost: ${reason}`, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/**
 * Threads for untrusted bytes, each with a time and memory limit: hostile input costs one thread, which is discarded,
 * and never the server. Idle threads are reused and do not keep the process alive.
 */
export class ThreadPool {
  private readonly idle: Worker[] = [];
  private readonly semaphore: FairSemaphore;
  private readonly growth = new MemoryGrowth();
  private closed = false;

  /** `program`: a module in the caller's folder (`import.meta.url`). It answers each message with one message. */
  constructor(
    private readonly program: string,
    private readonly importerUrl: string,
    private readonly limits: ThreadLimits,
  ) {
    this.semaphore = new FairSemaphore({
      permits: limits.threads,
      maxQueued: MAX_QUEUED,
      maxQueuedPerOwner: MAX_QUEUED_PER_OWNER,
    });
  }

  /**
   * Returns the thread's answer. Throws `ThreadFailed`, `QueueFull`, or the signal's reason if aborted before a thread
   * was free.
   */
  run(message: unknown, signal: AbortSignal, options: JobOptions = {}): Promise<unknown> {
    return this.semaphore.run(options.owner, signal, () =>
      this.runIn(this.idle.pop() ?? this.start(), message, signal, options),
    );
  }

  /** Terminates idle threads; a busy one ends with its job. */
  async close(): Promise<void> {
    this.closed = true;
    await this.terminateIdle();
  }

  /** Gives the memory of idle threads back; the next job starts a new one. */
  async terminateIdle(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private start(): Worker {
    const { program, isText } = workerEntry(this.program, this.importerUrl);
    const worker = new Worker(program, {
      eval: isText,
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.unref();
    worker.on('error', () => undefined); // without a listener the error of an idle thread would end the process
    worker.once('exit', () => this.forget(worker));
    return worker;
  }

  private forget(worker: Worker): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private async runIn(
    worker: Worker,
    message: unknown,
    signal: AbortSignal,
    { transfer = [], ...overrides }: JobOptions,
  ): Promise<unknown> {
    const job = new Job(worker, { ...this.limits, ...overrides }, signal, this.growth);
    worker.postMessage(message, transfer);
    const { failure, result } = await job.done;
    if (failure || this.closed) await worker.terminate();
    else this.idle.push(worker);
    if (failure) throw failure;
    return result;
  }
}

interface Outcome {
  readonly result?: unknown;
  readonly failure?: ThreadFailed;
}

/** Memory of the threads: the process without the main thread's heap and buffers, which serve others. */
const threadMemoryBytes = (): number => {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
};

/** How much all watched jobs of a pool may grow together: growth cannot be attributed to one thread. */
class MemoryGrowth {
  private allowed = 0;
  private base = 0;

  /** Returns a function that stops watching. */
  watch(growthMb: number, onExceeded: () => void): () => void {
    if (this.allowed === 0) this.base = threadMemoryBytes();
    this.allowed += growthMb * MB;
    const timer = setInterval(() => {
      if (threadMemoryBytes() > this.base + this.allowed) onExceeded();
    }, POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      this.allowed -= growthMb * MB;
      this.base = threadMemoryBytes(); // memory left by a terminated thread counts for nobody
    };
  }
}

/** One job in one thread; ends with its answer or the first limit it hits. */
class Job {
  readonly done: Promise<Outcome>;
  private settle: (outcome: Outcome) => void = () => undefined;

  constructor(
    worker: Worker,
    { timeoutMs, growthMb }: Pick<ThreadLimits, 'timeoutMs' | 'growthMb'>,
    signal: AbortSignal,
    growth: MemoryGrowth,
  ) {
    const settled = new Promise<Outcome>((resolve) => (this.settle = resolve));
    const fail = (reason: ThreadFailed['reason'], cause?: unknown) =>
      this.settle({ failure: new ThreadFailed(reason, cause) });
    const timer = setTimeout(() => fail('timeout'), timeoutMs);
    const unwatch = growthMb === undefined ? () => undefined : growth.watch(growthMb, () => fail('memory'));
    const onAbort = () => fail('aborted', signal.reason);
    const onMessage = (result: unknown) => this.settle({ result });
    const onError = (error: Error) =>
      fail('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed', error);
    const onExit = (code: number) => fail(code === MEMORY_LIMIT_EXIT_CODE ? 'memory' : 'crashed');
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    this.done = settled.finally(() => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener('abort', onAbort);
      // By name: removing all listeners would leave the worker deaf.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    });
  }
}
