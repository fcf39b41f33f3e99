import { type TransferListItem, Worker } from 'node:worker_threads';

import { threadBeside } from './beside.ts';

const MB = 1024 * 1024;
const LOOK_MS = 50;
const YOUNG_MB = 32;

export interface ThreadLimits {
  /** For one job, from the moment a thread takes it. */
  readonly ms: number;
  /** What a thread may hold of objects. */
  readonly heapMb: number;
  /** By how much the process may grow during a job: what libraries unpack lies outside a thread's heap. Absent: not watched. */
  readonly growthMb?: number;
  /** Jobs at the same time; further ones wait. */
  readonly threads: number;
}

/** Why a thread did not answer: it was `late`, had `grown` too large, was `stopped` by who asked, or `broke`. */
export class ThreadLost extends Error {
  readonly why: 'late' | 'grown' | 'stopped' | 'broke';

  constructor(why: ThreadLost['why'], cause?: unknown) {
    super(`the thread was lost: ${why}`, cause === undefined ? {} : { cause });
    this.why = why;
  }
}

/**
 * Threads for work on foreign bytes, each with a limit of time and memory: what is made to be slow or to explode costs
 * one thread, which is thrown away, and never the server. Idle threads are kept and hold no process up.
 */
export class ThreadPool {
  private readonly program: string;
  private readonly asking: string;
  private readonly limits: ThreadLimits;
  private readonly idle: Worker[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;
  private closed = false;

  /** `program`: the module in the folder of the one that asks (`import.meta.url`). It answers each message with one. */
  constructor(program: string, asking: string, limits: ThreadLimits) {
    this.program = program;
    this.asking = asking;
    this.limits = limits;
  }

  /** Answers what the thread says. Throws `ThreadLost`, and the signal's reason when it was aborted before a thread was free. */
  async run(message: unknown, signal: AbortSignal, transfer: readonly TransferListItem[] = []): Promise<unknown> {
    if (this.busy >= this.limits.threads) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.busy += 1;
    try {
      signal.throwIfAborted();
      return await this.runIn(this.idle.pop() ?? this.start(), message, signal, transfer);
    } finally {
      const next = this.waiting.shift(); // takes over the place
      if (next) next();
      else this.busy -= 1;
    }
  }

  /** Ends the threads that are kept; one at work ends with its job. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private start(): Worker {
    const { program, isText } = threadBeside(this.program, this.asking);
    const worker = new Worker(program, {
      eval: isText, execArgv: [], env: {}, stdout: true, stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref();
    worker.on('error', () => undefined); // without any listener the error of an idle thread would end the process
    worker.once('exit', () => this.forget(worker));
    return worker;
  }

  private forget(worker: Worker): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private async runIn(worker: Worker, message: unknown, signal: AbortSignal, transfer: readonly TransferListItem[]): Promise<unknown> {
    const job = new Job(worker, this.limits, signal);
    worker.postMessage(message, transfer);
    const { lost, said } = await job.done;
    if (lost || this.closed) await worker.terminate();
    else this.idle.push(worker);
    if (lost) throw lost;
    return said;
  }
}

interface Outcome {
  readonly said?: unknown;
  readonly lost?: ThreadLost;
}

/** One job in one thread: ends with its answer, or with the first limit that it meets. */
class Job {
  readonly done: Promise<Outcome>;
  private settle: (outcome: Outcome) => void = () => undefined;

  constructor(worker: Worker, { ms, growthMb }: ThreadLimits, signal: AbortSignal) {
    const settled = new Promise<Outcome>((resolve) => (this.settle = resolve));
    const lose = (why: ThreadLost['why'], cause?: unknown) => this.settle({ lost: new ThreadLost(why, cause) });
    const late = setTimeout(() => lose('late'), ms);
    const most = process.memoryUsage.rss() + (growthMb ?? Infinity) * MB;
    const watch = setInterval(() => {
      if (growthMb !== undefined && process.memoryUsage.rss() > most) lose('grown');
    }, LOOK_MS);
    const onAbort = () => lose('stopped', signal.reason);
    const onMessage = (said: unknown) => this.settle({ said });
    const onError = (error: Error) => lose('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'grown' : 'broke', error);
    const onExit = () => lose('broke');
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    this.done = settled.finally(() => {
      clearTimeout(late);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      // By name: a worker without all its listeners is deaf for ever.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    });
  }
}
