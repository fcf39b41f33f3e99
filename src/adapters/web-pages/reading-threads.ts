import { Worker } from 'node:worker_threads';

import { PageFailed } from '../../domain/agents/errors.ts';
import { threadBeside } from '../../beside.ts';
import { type Readable, readableOf, type Reading } from './reading.ts';
import type { Reader } from './web-pages.ts';

export interface ReadingLimits {
  /** For one page, from the moment a thread takes it. */
  readonly ms: number;
  readonly memoryMb: number;
  /** Pages read at the same time; further ones wait. */
  readonly threads: number;
}

const LIMITS: ReadingLimits = { ms: 5000, memoryMb: 160, threads: 2 };

/**
 * Reads pages in threads of their own, each with a limit of time and memory: foreign markup that is made to be slow or
 * large costs one thread, which is thrown away, and never the server. Idle threads are kept and hold no process up.
 */
export class ReadingThreads implements Reader {
  private readonly limits: ReadingLimits;
  private readonly idle: Worker[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(limits: ReadingLimits = LIMITS) {
    this.limits = limits;
  }

  async read(reading: Reading, signal: AbortSignal): Promise<Readable> {
    if (this.busy >= this.limits.threads) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.busy += 1;
    try {
      signal.throwIfAborted();
      const readable = await this.readIn(this.idle.pop() ?? this.start(), reading, signal);
      if (readable) return readable;
    } catch (error) {
      throw error instanceof PageFailed ? error : new PageFailed('The page could not be read', { cause: error });
    } finally {
      const next = this.waiting.shift(); // takes over the place
      if (next) next();
      else this.busy -= 1;
    }
    throw new PageFailed('The page has no readable text');
  }

  /** Ends the threads that are kept. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private start(): Worker {
    const { program, isText } = threadBeside('reading-thread', import.meta.url);
    const worker = new Worker(program, {
      eval: isText, execArgv: [], env: {}, stdout: true, stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb, maxYoungGenerationSizeMb: 32 },
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

  private async readIn(worker: Worker, reading: Reading, signal: AbortSignal): Promise<Readable | undefined> {
    const { promise, settle } = outcome();
    const fail = (why: string) => () => settle({ error: new PageFailed(why) });
    const timer = setTimeout(fail('The page took too long to read'), this.limits.ms);
    const onAbort = fail('The reading was stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    const onMessage = (message: unknown) => settle({ message });
    const onError = (cause: unknown) => settle({ error: new PageFailed('The page could not be read', { cause }) });
    const onExit = fail('The page could not be read');
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    worker.postMessage(reading);
    const { error, message } = await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // By name: a worker without all its listeners is deaf for ever.
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    if (error !== undefined) {
      await worker.terminate();
      throw error;
    }
    this.idle.push(worker);
    return readableOf(message);
  }
}

interface Outcome {
  readonly message?: unknown;
  readonly error?: PageFailed;
}

const outcome = () => {
  let settle: (outcome: Outcome) => void = () => undefined;
  const promise = new Promise<Outcome>((resolve) => (settle = resolve));
  return { promise, settle };
};

