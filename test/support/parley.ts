import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Database } from '../../src/adapters/sql/database.ts';
import { type RunningServer, startParley } from '../../src/process/start.ts';
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from '../vendors/openai-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_TIMEOUT_MS = 60_000;
/** The specification's default models. */
export const MODELS = [
  'moonshotai/kimi-k2-instruct',
  'gemma2-9b-it',
  'llama-3.3-70b-versatile',
  'llama-3.2-90b-text-preview',
];

type Env = Readonly<Record<string, string>>;

/** The environment of a product under test: free ports, a private folder, and the fake model provider. */
export const testEnv = (databaseUrl: string, folder: string, vendor: Pick<OpenAiServer, 'url'>): Env => ({
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  APP_SECRET: 'a-secret-of-these-tests-and-of-nothing-else',
  GROQ_API_KEY: 'gsk_of_the_tests',
  GROQ_BASE_URL: vendor.url,
  LOG_LEVEL: 'silent',
  REGISTRATIONS_PER_HOUR: '10000',
  SHUTDOWN_GRACE_SECONDS: '0',
  DRAIN_DELAY_SECONDS: '0',
});

export interface Product {
  readonly url: string;
  readonly modelServer: OpenAiServer;
  readonly running: RunningServer;
  readonly database: Database;
  stop(): Promise<void>;
}

/** A fake provider with the product's default models. */
export const startModelServer = (upstream: OpenAiServerOptions = {}): Promise<OpenAiServer> =>
  startOpenAiServer({ models: MODELS, ...upstream });

/** The whole product in this process, on its own database and with a fake model provider. */
export const startProduct = async (
  databaseUrl: string,
  env: Env = {},
  upstream: OpenAiServerOptions = {},
): Promise<Product> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-product-'));
  const vendor = await startModelServer(upstream);
  const running = await startParley({ ...testEnv(databaseUrl, folder, vendor), ...env });
  return {
    url: onLoopback(running.url),
    modelServer: vendor,
    running,
    database: running.context.database,
    stop: async () => {
      await running.stop();
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** `localhost` may resolve to IPv6 first, where nothing listens. */
const onLoopback = (url: string) => url.replace('localhost', '127.0.0.1');

export interface ProductProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  /** Its output so far, both streams. */
  output(): string;
  /** Resolves to the exit code or signal. */
  readonly ended: Promise<number | string>;
  /** Kills it at once, like a power cut. */
  kill(): Promise<void>;
}

export interface ProcessExit {
  readonly code: number | string;
  readonly output: string;
}

/** The build of these sources starts in half the time; without it, the sources are used. */
const programArgs = (name: string): string[] =>
  process.env['PARLEY_TEST_BUILT'] === 'yes'
    ? [`dist/src/${name}.js`]
    : ['--import', 'tsx', ['main', 'admin'].includes(name) ? `src/${name}.ts` : `src/process/${name}.ts`];

const launch = (env: Env, name = 'main', args: readonly string[] = [], program = process.execPath) => {
  const child = spawn(program, [...programArgs(name), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const seen = (chunk: Buffer) => void (output += chunk.toString('utf8'));
  child.stdout.on('data', seen);
  child.stderr.on('data', seen);
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? '')),
  );
  return { child, output: () => output, ended };
};

/** Runs the product, or one of its commands, in a process until it exits. */
export const runToEnd = async (env: Env, command?: string, ...args: readonly string[]): Promise<ProcessExit> => {
  const { output, ended } = launch(env, command, args);
  return { code: await ended, output: output() };
};

/**
 * Starts the product in a process and waits for the line that says it is ready. `program`: another Node than this one.
 */
export const startProcess = async (env: Env, program?: string): Promise<ProductProcess> => {
  const { child, output, ended } = launch(env, 'main', [], program);
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product ${why}. It said:\n${output()}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('was not ready in time');
    }, START_TIMEOUT_MS);
    const look = () => {
      const found = /is ready: (http:\S+)/.exec(output())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(onLoopback(found));
    };
    child.stdout.on('data', look);
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, pid: child.pid ?? 0, url, output, ended, kill };
};
