import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';

import { type ProductProcess, testEnv, startProcess } from '../support/parley.ts';
import { eventually } from './client.ts';

jest.setTimeout(90_000);

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

const STALLER = fileURLToPath(new URL('../support/stall-on-request.cjs', import.meta.url));

describe('a process whose event loop is blocked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-watchdog-'));
  const file = join(folder, 'stall');
  let running: ProductProcess;

  const start = async (env: Readonly<Record<string, string>>) => {
    const usual = testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, { url: 'http://127.0.0.1:9/v1' });
    const preloaded = { NODE_OPTIONS: `--require ${STALLER}`, STALL_FILE: file };
    running = await startProcess({ ...usual, ...preloaded, LOG_LEVEL: 'info', ...env });
    return running;
  };
  const stall = async (how: string) => {
    writeFileSync(`${file}.new`, how);
    renameSync(`${file}.new`, file);
    await eventually(() => running.output().includes(`stalls: ${how}`));
  };
  const tells = /\{"level":40,"time":\d+,"ms":2\d\d\d,"msg":"the event loop is blocked"\}\n/g;

  afterEach(() => running.kill());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['spin', 'block'])(
    'tells it once and ends with a clear line after the time that was set (%s)',
    async (how) => {
      const { ended, output } = await start({ WATCHDOG_SECONDS: '4' });
      await stall(how);
      expect(await ended).toBe(how === 'spin' ? 1 : 'SIGKILL');
      expect(output()).toMatch(/^Parley's event loop was blocked for 4 seconds .*\(WATCHDOG_SECONDS\)\.$/m);
      expect(output().match(tells)).toHaveLength(1);
    },
  );

  test.each(['spin', 'block'])('ends soon after SIGTERM all the same, with the watchdog off (%s)', async (how) => {
    const { child, ended, output } = await start({ WATCHDOG_SECONDS: '0' });
    await stall(how);
    child.kill('SIGTERM');
    expect(await ended).toBe(how === 'spin' ? 1 : 'SIGKILL');
    expect(output()).toMatch(/^Parley did not end by itself within SHUTDOWN_GRACE_SECONDS/m);
  });

  test('ends at once when it is asked twice', async () => {
    const { child, ended, output } = await start({ WATCHDOG_SECONDS: '0', SHUTDOWN_GRACE_SECONDS: '600' });
    await stall('spin');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(output()).not.toContain('did not end by itself');
  });

  test('goes on when the stall ends in time, and the metrics have counted it', async () => {
    const port = await freePort();
    const { url, output } = await start({ METRICS_PORT: String(port) });
    // Longer than it takes to be told: where both cores are busy the other thread looks late.
    await stall('6000');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await eventually(() => output().match(tells)?.length === 1);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^parley_event_loop_stalls_total 1$/m);
    expect(Number(/^parley_event_loop_stalled_seconds_total (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
  });
});
