import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

import { Redis } from 'ioredis';

const START_TIMEOUT_MS = 30_000;

export interface RedisServer {
  readonly url: string;
  /** A connection of its own, for looking at what the product stored. */
  readonly client: Redis;
  kill(): Promise<void>;
  /** On the same port, and empty. */
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * The shell lives as long as its standard input stays open, so the server ends with this process, however that ends.
 */
const launch = async (port: number): Promise<{ shell: ChildProcess; pid: number }> => {
  const command =
    `redis-server --port ${port} --bind 127.0.0.1 --save '' --appendonly no >/dev/null & echo $!; cat >/dev/null; ` +
    'kill -9 $!';
  const shell = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => shell.stdout.once('data', (data) => resolve(Number(data))));
  return { shell, pid };
};

const end = async ({ shell, pid }: { shell: ChildProcess; pid: number }): Promise<void> => {
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  process.kill(pid, 'SIGCONT');
  shell.stdin?.end();
  await ended;
};

export const startRedis = async (): Promise<RedisServer> => {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let running = await launch(port);
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const waitUntilReady = async () => {
    const timer = AbortSignal.timeout(START_TIMEOUT_MS);
    while ((await client.ping().catch(() => '')) !== 'PONG') timer.throwIfAborted();
  };
  await waitUntilReady();
  return {
    url,
    client,
    kill: () => end(running),
    restart: async () => {
      running = await launch(port);
      await waitUntilReady();
    },
    freeze: () => void process.kill(running.pid, 'SIGSTOP'),
    thaw: () => void process.kill(running.pid, 'SIGCONT'),
    close: async () => {
      client.disconnect();
      await end(running);
    },
  };
};

const isInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** Tests on a real server. Without one they are skipped; with CI=true they fail. */
export const describeRedis = (body: () => void): void => {
  if (isInstalled()) describe('through Redis', body);
  else if (process.env['CI'] === 'true') {
    test('through Redis', () => {
      throw new Error('There is no Redis to test on: install redis-server.');
    });
  } else {
    describe.skip('through Redis (no server: install redis-server)', () => {
      test('is not tested here', () => undefined);
    });
  }
};
