import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { processEntryArgs } from '../../../platform/worker-entry.ts';
import { type Outcome, outcome, parseLine, type ProcessOptions, READY } from './protocol.ts';

export interface PythonLimits {
  /** From the start of the process until Python is there. */
  readonly startMs: number;
  /** When a program is interrupted; it is killed a little later. */
  readonly programMs: number;
  /** Of the whole process; more ends it. */
  readonly maxRssKb?: number;
}

const MAX_HEAP_MB = 256;
/** Python's memory, in pages of 64 KiB. */
const MAX_MEMORY_PAGES = 4096;
/** All of the process: Python's memory, the compiled engine, and the files that go in and come out. */
const MAX_RSS_KB = 640 * 1024;
const RSS_INTERVAL_MS = 250;
const GRACE_MS = 1000;
/** Base64 of the largest files, and the printed text. */
const MAX_LINE_LENGTH = 24 * 1024 * 1024;

/** What the process of a built server may read; nothing is written, and no process is started by it. */
export const permissionArgs = (options: Omit<ProcessOptions, 'programMs'>): readonly string[] => {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const readable = [dirname(fileURLToPath(import.meta.url)), options.folder, options.packages ?? []].flat();
  return [flag, ...readable.map((folder) => `--allow-fs-read=${folder}/*`), `--allow-fs-read=${options.lockFile}`];
};

const spawnPython = (options: ProcessOptions): ChildProcess =>
  spawn(
    process.execPath,
    [
      // The development loader needs processes and files of its own.
      ...(import.meta.url.endsWith('.ts') ? [] : permissionArgs(options)),
      `--max-old-space-size=${MAX_HEAP_MB}`,
      `--wasm-max-mem-pages=${MAX_MEMORY_PAGES}`,
      // A program is over before a better compiler would have been worth its time.
      '--no-wasm-tier-up',
      '--experimental-vm-modules',
      '--disallow-code-generation-from-strings',
      ...processEntryArgs('python-process', import.meta.url),
      JSON.stringify(options),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  );

/** Linux tells; elsewhere the limits of the engine alone hold. */
const rssKb = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** A process that runs one Python program and ends. */
export class PythonChild {
  /** True once Python is there; false when it never will be. */
  readonly ready: Promise<boolean>;
  private readonly child: ChildProcess;
  private readonly limits: PythonLimits;
  private readonly answer: Promise<Outcome | string>;
  private reason = 'the program broke off: out of memory';
  private timer: NodeJS.Timeout;
  private isOver = false;

  constructor(options: Omit<ProcessOptions, 'programMs'>, limits: PythonLimits, spawnChild = spawnPython) {
    this.limits = limits;
    this.child = spawnChild({ ...options, programMs: limits.programMs });
    this.timer = setTimeout(() => this.kill('Python could not be started in time'), limits.startMs);
    const lines: string[] = [];
    let hasStarted: (ready: boolean) => void = () => undefined;
    this.ready = new Promise((resolve) => (hasStarted = resolve));
    const { stdout, stdin } = this.child;
    if (stdout)
      createInterface({ input: stdout }).on('line', (line) => {
        if (line === READY && lines.length === 0) {
          clearTimeout(this.timer);
          hasStarted(true);
        }
        lines.push(line.slice(0, MAX_LINE_LENGTH + 1));
      });
    let size = 0;
    stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_LINE_LENGTH) this.kill('the program wrote too much');
    });
    stdin?.on('error', () => undefined); // it ended before it had read everything
    this.answer = new Promise((resolve) => {
      const end = (result: Outcome | string): void => {
        this.isOver = true;
        clearTimeout(this.timer);
        hasStarted(false);
        resolve(result);
      };
      this.child.once('error', () => end('Python could not be started'));
      this.child.once('close', () => end(parseLine(outcome, lines[1] ?? '') ?? this.reason));
    });
  }

  get isAlive(): boolean {
    return !this.isOver;
  }

  /** Ends with the process; a text is the reason why there is no outcome. */
  async run(line: string): Promise<Outcome | string> {
    if (this.isOver) return this.answer;
    const { programMs, maxRssKb = MAX_RSS_KB } = this.limits;
    this.timer = setTimeout(() => this.kill('the program ran too long'), programMs + GRACE_MS);
    const watch = setInterval(() => {
      if (rssKb(this.child.pid ?? 0) > maxRssKb) this.kill('the program took too much memory');
    }, RSS_INTERVAL_MS);
    this.child.stdin?.end(`${line}\n`);
    try {
      return await this.answer;
    } finally {
      clearInterval(watch);
    }
  }

  kill(reason: string): void {
    if (this.isOver) return;
    this.reason = reason;
    this.child.kill('SIGKILL');
  }

  /** While it only waits for a program it keeps no server from ending: it sees its input close. */
  unref(): void {
    this.child.unref();
    this.timer.unref();
    for (const stream of [this.child.stdin, this.child.stdout]) if (stream instanceof Socket) stream.unref();
  }

  ref(): void {
    this.child.ref();
    if (this.child.stdout instanceof Socket) this.child.stdout.ref();
  }
}
