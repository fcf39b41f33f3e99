import { type ChildProcess, spawn } from 'node:child_process';

import { EmbeddingError } from '../../../domain/retrieval/errors.ts';
import type { ModelFailure } from '../../../domain/retrieval/sentence/ports.ts';
import { processEntryArgs } from '../../../platform/worker-entry.ts';
import { EXIT_CODES, type ModelInput, processMessage, type ProcessSpec, type Rows } from './protocol.ts';
import { FILE_FAILURES } from '../../../shared/file-failures.ts';

export interface ProcessLimits {
  /** From the start until the model is loaded. */
  readonly loadMs: number;
  /** One job. */
  readonly jobMs: number;
  /** Of JavaScript: mostly the tokenizer's words. */
  readonly heapMb: number;
  /** Waiting jobs, in total. */
  readonly maxQueued: number;
}

export const PROCESS_LIMITS: ProcessLimits = { loadMs: 120_000, jobMs: 60_000, heapMb: 1024, maxQueued: 400 };
/** Inputs of one job: a question waits for one such job at most. */
const JOB_INPUTS = 8;
const MAX_STDERR = 2000;

/** Why a model process could not be started, or ended. */
export class ModelProcessEnded extends Error {
  constructor(
    readonly failure: ModelFailure,
    detail: string,
  ) {
    super(`the process of the sentence model ended (${failure})${detail === '' ? '' : `: ${detail}`}`);
  }
}

interface Job {
  readonly id: number;
  readonly inputs: readonly ModelInput[];
  readonly settle: (rows: Rows | Error) => void;
}

const failureOf = (status: number | null): ModelFailure => {
  if (status === EXIT_CODES.runtime) return 'runtime';
  if (status === EXIT_CODES.invalid) return 'invalid';
  return status === EXIT_CODES.memory || status === 134 ? 'memory' : 'crashed';
};

/** One model in a child process: a crash or a lack of memory costs that process and never the server. */
export class ModelProcess {
  /** Numbers per row; 0 before it is loaded. */
  width = 0;
  private readonly urgent: Job[] = [];
  private readonly waiting: Job[] = [];
  private running: Job | undefined;
  private timer: NodeJS.Timeout | undefined;
  private nextId = 1;
  private ended: ModelProcessEnded | undefined;
  private stderr = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly limits: ProcessLimits,
    private readonly onEnd: (reason: ModelProcessEnded) => void,
  ) {}

  /**
   * Resolves when the model is loaded. Throws `ModelProcessEnded`. `onEnd` is called when it ends
   * later, unless by `close`.
   */
  static async start(
    spec: ProcessSpec,
    limits: ProcessLimits,
    onEnd: (reason: ModelProcessEnded) => void,
  ): Promise<ModelProcess> {
    const program = processEntryArgs('sentence-process', import.meta.url);
    const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMb}`, ...program, JSON.stringify(spec)], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    const model = new ModelProcess(child, limits, onEnd);
    await model.listen();
    return model;
  }

  /** One row per input. `urgent`: before all that is not. Throws `EmbeddingError`. */
  async run(inputs: readonly ModelInput[], urgent: boolean, signal: AbortSignal): Promise<Float32Array[]> {
    const lengths = inputs.map(({ text, pair }, at) => ({ at, length: text.length + (pair?.length ?? 0) }));
    const order = lengths.sort((a, b) => a.length - b.length).map(({ at }) => at);
    const found: Float32Array[] = [];
    const slices = Array.from({ length: Math.ceil(order.length / JOB_INPUTS) }, (_, at) =>
      order.slice(at * JOB_INPUTS, (at + 1) * JOB_INPUTS),
    );
    for (const slice of slices) {
      const { values, width } = await this.enqueue(
        slice.flatMap((at) => inputs[at] ?? []),
        urgent,
        signal,
      );
      slice.forEach((at, index) => (found[at] = new Float32Array(values.subarray(index * width, (index + 1) * width))));
    }
    return found;
  }

  /** Of the operating system. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  close(): void {
    this.end(new ModelProcessEnded('crashed', 'closed'), false);
  }

  private async listen(): Promise<void> {
    const { child } = this;
    child.stderr?.on('data', (text: Buffer) => (this.stderr = `${this.stderr}${text.toString()}`.slice(-MAX_STDERR)));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), this.limits.loadMs);
      child.once('error', () => child.emit('exit', null));
      child.once('exit', (status) => {
        clearTimeout(timer);
        const reason = new ModelProcessEnded(failureOf(status), this.stderr.trim());
        if (this.width > 0) this.end(reason, true);
        else reject(reason);
      });
      child.on('message', (message) => {
        const { data } = processMessage.safeParse(message);
        if (!data) return child.kill('SIGKILL');
        if (!('ready' in data)) return this.finish(data.id, 'failed' in data ? new Error(data.failed) : data);
        clearTimeout(timer);
        this.width = data.width;
        resolve();
      });
    });
    child.unref();
    child.channel?.unref();
  }

  private enqueue(inputs: readonly ModelInput[], urgent: boolean, signal: AbortSignal): Promise<Rows> {
    signal.throwIfAborted();
    if (this.ended) throw toEmbeddingError(this.ended);
    if (this.urgent.length + this.waiting.length >= this.limits.maxQueued)
      throw toEmbeddingError(new Error('too many texts wait already'));
    return new Promise((resolve, reject) => {
      const queue = urgent ? this.urgent : this.waiting;
      /** What runs already ends by itself, soon; its rows are dropped. */
      const onAbort = () => {
        if (queue.includes(job)) queue.splice(queue.indexOf(job), 1);
        reject(signal.reason);
      };
      const job: Job = {
        id: this.nextId++,
        inputs,
        settle: (rows) => {
          signal.removeEventListener('abort', onAbort);
          if (rows instanceof Error) reject(toEmbeddingError(rows));
          else resolve(rows);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(job);
      this.runNext();
    });
  }

  private runNext(): void {
    if (this.running || this.ended) return;
    this.running = this.urgent.shift() ?? this.waiting.shift();
    if (!this.running) return;
    const { id, inputs } = this.running;
    this.timer = setTimeout(() => this.child.kill('SIGKILL'), this.limits.jobMs);
    this.child.send({ id, inputs }, (error) => error && this.child.kill('SIGKILL'));
  }

  private finish(id: number, rows: Rows | Error): void {
    clearTimeout(this.timer);
    const { running } = this;
    this.running = undefined;
    if (running?.id === id) running.settle(rows);
    this.runNext();
  }

  private end(reason: ModelProcessEnded, isFailure: boolean): void {
    if (this.ended) return;
    this.ended = reason;
    clearTimeout(this.timer);
    this.child.kill('SIGKILL');
    for (const job of [...(this.running ? [this.running] : []), ...this.urgent.splice(0), ...this.waiting.splice(0)])
      job.settle(reason);
    if (isFailure) this.onEnd(reason);
  }
}

const toEmbeddingError = (cause: unknown): EmbeddingError =>
  new EmbeddingError(FILE_FAILURES.modelUnanswered, 'unavailable', cause);
