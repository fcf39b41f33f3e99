import { writeSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

import { HEARTBEAT_INTERVAL_MS, Heartbeat } from './heartbeat.ts';
import { Watchdog } from './watchdog.ts';

/** What the server's thread sends once it serves. */
export interface ReadyMessage {
  /** How long an orderly shutdown may take after the first signal. */
  readonly stopMs: number;
  /** A longer stall of the event loop ends the process; 0 = never. */
  readonly watchdogMs: number;
  /** Whether the log level includes warnings. */
  readonly warns: boolean;
}

/** How a program is started as a thread. */
export interface WorkerEntry {
  readonly program: URL | string;
  readonly isText: boolean;
}

/** How much longer than its grace a shutdown may take before the thread is terminated. */
const STOP_MARGIN_MS = 4000;
/** How long termination may take before the process is killed. */
const KILL_TIMEOUT_MS = 3000;
const WARN_LEVEL = 40;
const SIGTERM_EXIT_CODE = 143;

const isReadyMessage = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' &&
  message !== null &&
  'stopMs' in message &&
  'watchdogMs' in message &&
  'warns' in message;

/**
 * Runs the server in a worker thread. Node delivers signals to the main thread only: a server that blocks it would not
 * get SIGTERM, and could not be watched (docs/adr/0025).
 */
export class Supervisor {
  private readonly thread: Worker;
  private readonly heartbeat = new Heartbeat();
  private ready: ReadyMessage | undefined;
  private isStopping = false;
  private code: number | undefined;

  constructor({ program, isText }: WorkerEntry) {
    this.thread = new Worker(program, {
      eval: isText,
      workerData: this.heartbeat.memory,
      ...(isText ? { execArgv: [] } : {}),
    });
    this.thread.on('message', (message: unknown) => {
      if (isReadyMessage(message)) this.watch(message);
    });
    this.thread.on('error', (error) =>
      this.printError(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    this.thread.on('exit', (code) => process.exit(this.code ?? code));
    process.on('SIGTERM', () => this.stop(SIGTERM_EXIT_CODE));
    process.on('SIGINT', () => this.stop(1));
  }

  /** `exitCodeBeforeReady`: the exit code before the server is ready. */
  private stop(exitCodeBeforeReady: number): void {
    if (!this.ready) return this.terminate(exitCodeBeforeReady);
    if (this.isStopping) return this.terminate(1); // second signal: do not wait
    this.isStopping = true;
    this.thread.postMessage('stop');
    setTimeout(() => {
      this.terminate(1, 'Parley did not end by itself within SHUTDOWN_GRACE_SECONDS and is ended now.');
    }, this.ready.stopMs + STOP_MARGIN_MS);
  }

  private watch(serving: ReadyMessage): void {
    this.ready = serving;
    const watchdog = new Watchdog({
      heartbeat: this.heartbeat,
      timeoutMs: serving.watchdogMs,
      isActive: () => inspectorUrl() === undefined,
      onStall: (ms) => this.warn({ ms }, 'the event loop is blocked'),
      onTimeout: (ms) => {
        const seconds = Math.round(ms / 1000);
        this.terminate(
          1,
          `Parley's event loop was blocked for ${seconds} seconds and the process is ended now (WATCHDOG_SECONDS).`,
        );
      },
    });
    let lastCheckAt = performance.now();
    setInterval(() => {
      const now = performance.now();
      watchdog.check(now - lastCheckAt);
      lastCheckAt = now;
    }, HEARTBEAT_INTERVAL_MS);
  }

  /** `terminate` interrupts JavaScript, but not a native call that does not return. */
  private terminate(code: number, reason?: string): void {
    if (this.code !== undefined) return;
    this.code = code;
    if (reason !== undefined) this.printError(reason);
    void this.thread.terminate();
    setTimeout(() => {
      process.kill(process.pid, 'SIGKILL');
      process.abort(); // as pid 1 of a container the process ignores its own SIGKILL
    }, KILL_TIMEOUT_MS);
  }

  /** In the format of the log's lines. */
  private warn(fields: object, msg: string): void {
    if (this.ready?.warns) writeSync(1, `${JSON.stringify({ level: WARN_LEVEL, time: Date.now(), ...fields, msg })}\n`);
  }

  private printError(line: string): void {
    writeSync(2, `${line}\n`);
  }
}
