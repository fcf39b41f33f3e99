import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that the bench started and will end. */
export interface Target {
  readonly pid: number;
  readonly port: number;
  /** Sends a request over the process's own channel and answers what comes back. */
  ask(): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

export interface Launch {
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Gets what it writes once it has started. */
  readonly hear?: (text: string) => void;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
const READY = /is ready: http:\/\/[^:]+:(\d+)/;

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Only what every program needs: settings of the person who runs the bench must not change what is measured. */
const bare = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/tmp' };

/** Resolves with the port that the process tells, by a message or in its greeting. */
const portOf = (child: ChildProcess, script: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${script} did not start: ${output}`)), START_TIMEOUT_MS);
    child.on('message', (message: { port?: number }) => message.port !== undefined && resolve(message.port));
    const hear = (text: Buffer) => {
      output = `${output}${String(text)}`.slice(-4000);
      const port = READY.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${String(code)}: ${output}`)));
    void Promise.resolve().then(() => child.once('message', () => clearTimeout(timer)));
    timer.unref();
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** Starts a script in a node process of its own and waits until it tells its port. */
export const launch = async ({ script, args = [], env = {}, flags = [], hear }: Launch): Promise<Target> => {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env: { ...bare, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const port = await portOf(child, script);
  if (hear) for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => hear(String(text)));
  return {
    pid: child.pid ?? 0,
    port,
    ask: () =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: Record<string, unknown>) => resolve(answer));
        child.send({}, (error) => error && reject(error));
      }),
    async stop() {
      if (child.connected) child.disconnect();
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended(child);
      clearTimeout(hard);
    },
  };
};

/** Processor time that the system has given to a process, all threads, in milliseconds; nanoseconds underneath. */
export const cpuMs = (pid: number): number => {
  let nanos = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanos += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanos / 1e6;
};

/** Memory that is resident now, or was at the most so far, in KiB. */
export const memoryKiB = (pid: number, which: 'now' | 'peak'): number => {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM';
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
};
