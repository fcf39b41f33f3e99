import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';

/** A program that this script started; it ends with the script, however that ends. */
export interface Program {
  readonly pid: number;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const FOLDERS_OF_PROGRAMS = '/usr/sbin:/usr/local/sbin';
export const PATH = `${process.env['PATH'] ?? '/usr/bin:/bin'}:${FOLDERS_OF_PROGRAMS}`;

export const startProgram = (command: string, args: readonly string[], logFile: string): Program => {
  const child = spawn(command, args, { env: { PATH, HOME: '/tmp' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.on('error', (error) => log.write(`${error.message}\n`));
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => running.delete(child));
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null && child.pid !== undefined,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
};

// Below the ports that the system gives to outgoing connections: they could take that of a server that is down.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
let nextPort = FIRST_PORT + (process.pid % 1000) * 10;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port of its own for a server that is stopped and started again. */
export const takePort = async (): Promise<number> => {
  for (;;) {
    nextPort = nextPort >= LAST_PORT ? FIRST_PORT : nextPort + 1;
    if (await isFree(nextPort)) return nextPort;
  }
};
