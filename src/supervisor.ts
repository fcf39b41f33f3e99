import { writeSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

import { BEAT_MS, Heartbeat } from './heartbeat.ts';
import { Watchdog } from './watchdog.ts';

/** What the server's thread says once it serves. */
export interface Serving {
  /** How long an orderly end may take after the first signal. */
  readonly stopMs: number;
  /** An event loop that stands still for longer ends the process; 0 = never. */
  readonly watchdogMs: number;
  /** Whether the log takes warnings. */
  readonly warns: boolean;
}

/** How a program is started as a thread. */
export interface ThreadProgram {
  readonly program: URL | string;
  readonly isText: boolean;
}

/** How much longer than it may a stop is waited for before the thread is terminated. */
const MARGIN_MS = 4000;
/** How long a thread may take to be terminated before the process is killed. */
const LAST_MS = 1000;
const WARN = 40;
const BY_SIGTERM = 143;

const isServing = (message: unknown): message is Serving =>
  typeof message === 'object' &&
  message !== null &&
  'stopMs' in message &&
  'watchdogMs' in message &&
  'warns' in message;

/**
 * Runs the server as a thread of this process, and keeps the main thread free: Node hands signals to the main thread
 * only, so that a server there which spins would neither hear SIGTERM nor be seen (docs/adr/0082).
 */
export class Supervisor {
  private readonly thread: Worker;
  private readonly heartbeat = new Heartbeat();
  private serving: Serving | undefined;
  private isStopping = false;
  private code: number | undefined;

  constructor({ program, isText }: ThreadProgram) {
    this.thread = new Worker(program, {
      eval: isText,
      workerData: this.heartbeat.memory,
      ...(isText ? { execArgv: [] } : {}),
    });
    this.thread.on('message', (message: unknown) => {
      if (isServing(message)) this.watch(message);
    });
    this.thread.on('error', (error) =>
      this.say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    this.thread.on('exit', (code) => process.exit(this.code ?? code));
    process.on('SIGTERM', () => this.stop(BY_SIGTERM));
    process.on('SIGINT', () => this.stop(1));
  }

  /** `early`: the code of a process that does not serve yet. */
  private stop(early: number): void {
    if (!this.serving) return this.end(early);
    if (this.isStopping) return this.end(1); // asked twice: the person does not want to wait
    this.isStopping = true;
    this.thread.postMessage('stop');
    setTimeout(() => {
      this.end(1, 'Parley did not end by itself within SHUTDOWN_GRACE_SECONDS and is ended now.');
    }, this.serving.stopMs + MARGIN_MS);
  }

  private watch(serving: Serving): void {
    this.serving = serving;
    const watchdog = new Watchdog({
      heartbeat: this.heartbeat,
      endMs: serving.watchdogMs,
      counts: () => inspectorUrl() === undefined,
      told: (ms) => this.warn({ ms }, 'the event loop stands still'),
      end: (ms) => {
        const seconds = Math.round(ms / 1000);
        this.end(1, `Parley's event loop has stood still for ${seconds} seconds and is ended now (WATCHDOG_SECONDS).`);
      },
    });
    let lastLook = performance.now();
    setInterval(() => {
      const now = performance.now();
      watchdog.look(now - lastLook);
      lastLook = now;
    }, BEAT_MS);
  }

  /** Terminating interrupts JavaScript that spins, but not a call into a library that does not return. */
  private end(code: number, why?: string): void {
    if (this.code !== undefined) return;
    this.code = code;
    if (why !== undefined) this.say(why);
    void this.thread.terminate();
    setTimeout(() => {
      process.kill(process.pid, 'SIGKILL');
      process.abort(); // the first process of a container is spared its own SIGKILL
    }, LAST_MS);
  }

  /** As the log's own lines are. */
  private warn(fields: object, msg: string): void {
    if (this.serving?.warns) writeSync(1, `${JSON.stringify({ level: WARN, time: Date.now(), ...fields, msg })}\n`);
  }

  private say(line: string): void {
    writeSync(2, `${line}\n`);
  }
}
