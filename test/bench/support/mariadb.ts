import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createConnection } from 'mysql2/promise';

import { pause } from './figures.ts';

const SCRIPT = fileURLToPath(new URL('../../support/mariadb-server.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const PATH = [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

const isInstalled = (name: string): boolean =>
  PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const ended = (server: ChildProcess): Promise<void> =>
  server.exitCode !== null ? Promise.resolve() : new Promise((resolve) => void server.once('exit', () => resolve()));

const makeDatabases = async (base: string, names: readonly string[], server: ChildProcess): Promise<void> => {
  for (const giveUp = Date.now() + START_TIMEOUT_MS; ; await pause(100)) {
    try {
      const connection = await createConnection({ uri: base });
      for (const name of names) await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      await connection.end();
      return;
    } catch (error) {
      if (Date.now() > giveUp || server.exitCode !== null) throw error;
    }
  }
};

/**
 * Runs `work` with the addresses of new, empty databases of a private MariaDB; answers
 * undefined when none is installed.
 */
export const withMariaDb = async <T>(
  names: readonly string[],
  work: (urls: readonly string[]) => Promise<T>,
): Promise<T | undefined> => {
  if (!isInstalled('mariadbd') || !isInstalled('mariadb-install-db')) return undefined;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-mariadb-'));
  // It lives as long as its standard input is open, so it ends with this process, however that ends.
  const server = spawn(process.execPath, [SCRIPT, String(port), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, PATH },
  });
  try {
    const base = `mysql://root@127.0.0.1:${port}/`;
    await makeDatabases(base, names, server);
    return await work(names.map((name) => `${base}${name}`));
  } finally {
    server.stdin?.end();
    await ended(server);
  }
};
