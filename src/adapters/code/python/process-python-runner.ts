import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { type PythonProgram, type PythonResult, PythonRunner } from '../../../domain/agents/ports.ts';
import { FairSemaphore, QueueFull } from '../../../platform/semaphore.ts';
import type { Outcome, ProcessOptions } from './protocol.ts';
import { PythonChild, type PythonLimits } from './python-child.ts';

/** A process with Python in it, which runs one program. */
export type Python = Pick<PythonChild, 'isAlive' | 'ready' | 'run' | 'kill' | 'ref' | 'unref'>;

type StartPython = (options: Omit<ProcessOptions, 'programMs'>, limits: PythonLimits) => Python;

export interface PythonOptions extends PythonLimits {
  /** Concurrent programs; others wait. */
  readonly maxConcurrent: number;
  /** How long a started Python waits for the next program. */
  readonly warmMs: number;
  /** The operator's folder of packages. */
  readonly packages?: string | undefined;
  /** Of tests: another list of packages than pyodide's. */
  readonly lockFile?: string | undefined;
}

/** Below the limit of a tool call. */
const DEFAULT_OPTIONS: PythonOptions = { startMs: 15_000, programMs: 8000, maxConcurrent: 2, warmMs: 120_000 };
const MAX_QUEUED = 100;
const MAX_QUEUED_PER_OWNER = 20;
const MAX_CODE_LENGTH = 100_000;

/** Pyodide is an optional dependency: without it there is no Python. */
const findPyodide = (): string | undefined => {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
    return existsSync(join(folder, 'pyodide.asm.wasm')) ? folder : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Python in a WebAssembly engine in a child process with an empty environment (docs/adr/0092). A process runs one
 * program. Starting takes seconds, so after a program one more is started and waits a while for the next.
 */
export class ProcessPythonRunner extends PythonRunner {
  private readonly semaphore: FairSemaphore;
  private readonly folder = findPyodide();
  private readonly options: PythonOptions;
  private warm: { readonly child: Python; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    options: Partial<PythonOptions> = {},
    private readonly startPython: StartPython = (...given) => new PythonChild(...given),
  ) {
    super();
    this.options = { ...DEFAULT_OPTIONS, ...options };
    this.semaphore = new FairSemaphore({
      permits: this.options.maxConcurrent,
      maxQueued: MAX_QUEUED,
      maxQueuedPerOwner: MAX_QUEUED_PER_OWNER,
    });
  }

  get isAvailable(): boolean {
    return this.folder !== undefined;
  }

  async run(program: PythonProgram, signal: AbortSignal, onStart: () => void): Promise<PythonResult> {
    const { folder } = this;
    if (folder === undefined) return failure('Python is not installed on this server');
    if (program.code.length > MAX_CODE_LENGTH) return failure('the program is too long');
    try {
      return await this.semaphore.run(program.owner, signal, () => this.runInChild(folder, program, signal, onStart));
    } catch (error) {
      if (error instanceof QueueFull) return failure('too many programs wait already');
      if (signal.aborted) return failure('the program was stopped');
      throw error;
    }
  }

  /** Ends the one that waits. */
  close(): void {
    if (!this.warm) return;
    clearTimeout(this.warm.timer);
    this.warm.child.kill('closed');
    this.warm = undefined;
  }

  private async runInChild(
    folder: string,
    { code, files }: PythonProgram,
    signal: AbortSignal,
    onStart: () => void,
  ): Promise<PythonResult> {
    const child = this.takeWarm() ?? this.start(folder);
    const onAbort = (): void => child.kill('the program was stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (await child.ready) onStart();
      const input = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
      return toResult(await child.run(JSON.stringify({ code, files: input })));
    } finally {
      signal.removeEventListener('abort', onAbort);
      child.kill('over');
      if (!signal.aborted) this.keepWarm(folder);
    }
  }

  private start(folder: string): Python {
    const { packages, lockFile = join(folder, 'pyodide-lock.json') } = this.options;
    return this.startPython({ folder, packages, lockFile }, this.options);
  }

  private takeWarm(): Python | undefined {
    const { warm } = this;
    this.warm = undefined;
    if (!warm) return undefined;
    clearTimeout(warm.timer);
    if (!warm.child.isAlive) return undefined;
    warm.child.ref();
    return warm.child;
  }

  private keepWarm(folder: string): void {
    if (this.warm?.child.isAlive || this.options.warmMs <= 0) return;
    this.close();
    const child = this.start(folder);
    child.unref();
    this.warm = { child, timer: setTimeout(() => this.close(), this.options.warmMs).unref() };
  }
}

const failure = (error: string): PythonResult => ({ output: '', error, files: [], omitted: 0 });

const toResult = (answer: Outcome | string): PythonResult => {
  if (typeof answer === 'string') return failure(answer);
  const { output, error, files, omitted } = answer;
  const decoded = files.map(({ name, base64 }) => ({ name, bytes: new Uint8Array(Buffer.from(base64, 'base64')) }));
  return { output, error: error ?? undefined, files: decoded, omitted };
};
