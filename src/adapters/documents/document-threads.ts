import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { threadBeside } from '../../beside.ts';
import { FileUnreadable } from '../../domain/files/errors.ts';
import { DocumentReader, type ReadDocument } from '../../domain/files/ports.ts';
import type { DocumentFile } from './read-document.ts';
import { damaged, tooLarge } from './unreadable.ts';

const MB = 1024 * 1024;
const LOOK_MS = 50;

export interface DocumentLimits {
  /** For one file, from the moment a thread takes it. */
  readonly ms: number;
  /** What a thread may hold of objects, and by how much the process may grow while it reads. */
  readonly heapMb: number;
  readonly growthMb: number;
  /** Files read at the same time; further ones wait. */
  readonly threads: number;
}

const LIMITS: DocumentLimits = { ms: 45_000, heapMb: 320, growthMb: 640, threads: 2 };

const answer = z.union([
  z.object({
    document: z.object({
      blocks: z.array(z.object({ kind: z.enum(['heading', 'text', 'code', 'table']), text: z.string(), page: z.number().nullable(), level: z.number() })),
      pages: z.number(),
    }),
  }),
  z.object({ reason: z.enum(['encrypted', 'damaged', 'no text', 'too large', 'too slow']), message: z.string() }),
]);

const unpacksTooLarge = (cause?: unknown): FileUnreadable => {
  const error = tooLarge('it unpacks to more than this server takes');
  error.cause = cause;
  return error;
};

/**
 * Reads documents in threads of their own, each with a limit of time and memory: a file that is made to be slow or to
 * explode costs one thread, which is thrown away, and never the server. Idle threads are kept and hold no process up.
 */
export class DocumentThreads extends DocumentReader {
  private readonly limits: DocumentLimits;
  private readonly idle: Worker[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;
  private closed = false;

  constructor(limits: Partial<DocumentLimits> = {}) {
    super();
    this.limits = { ...LIMITS, ...limits };
  }

  async read({ kind, bytes }: DocumentFile, signal: AbortSignal): Promise<ReadDocument> {
    if (this.busy >= this.limits.threads) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.busy += 1;
    try {
      signal.throwIfAborted();
      const said = answer.parse(await this.readIn(this.idle.pop() ?? this.start(), { kind, bytes: Uint8Array.from(bytes) }, signal));
      if ('document' in said) return said.document;
      throw new FileUnreadable(said.reason, said.message);
    } finally {
      const next = this.waiting.shift(); // takes over the place
      if (next) next();
      else this.busy -= 1;
    }
  }

  /** Ends the threads that are kept; one that reads ends with its file. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private start(): Worker {
    const { program, isText } = threadBeside('document-thread', import.meta.url);
    const worker = new Worker(program, {
      eval: isText, execArgv: [], env: {}, stdout: true, stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb, maxYoungGenerationSizeMb: 32 },
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

  private async readIn(worker: Worker, file: DocumentFile & { bytes: Uint8Array<ArrayBuffer> }, signal: AbortSignal): Promise<unknown> {
    const job = new Job(worker, this.limits, signal);
    worker.postMessage(file, [file.bytes.buffer]);
    const { error, message } = await job.done;
    if (error !== undefined || this.closed) await worker.terminate();
    else this.idle.push(worker);
    if (error !== undefined) throw error;
    return message;
  }
}

interface Outcome {
  readonly message?: unknown;
  readonly error?: Error;
}

/** One file in one thread: ends with its answer, or with the first limit that it meets. */
class Job {
  readonly done: Promise<Outcome>;
  private settle: (outcome: Outcome) => void = () => undefined;

  constructor(worker: Worker, { ms, growthMb }: DocumentLimits, signal: AbortSignal) {
    const settled = new Promise<Outcome>((resolve) => (this.settle = resolve));
    const fail = (error: Error) => this.settle({ error });
    const late = setTimeout(() => fail(new FileUnreadable('too slow', 'It takes too long to be read.')), ms);
    // What libraries unpack lies outside the heap that a thread is limited by, so the whole process is watched.
    const most = process.memoryUsage.rss() + growthMb * MB;
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) fail(unpacksTooLarge());
    }, LOOK_MS);
    const onAbort = () => fail(signal.reason instanceof Error ? signal.reason : new Error('The reading was stopped', { cause: signal.reason }));
    const onMessage = (message: unknown) => this.settle({ message });
    const onError = (error: Error) => fail('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? unpacksTooLarge(error) : damaged(error));
    const onExit = () => fail(damaged());
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
