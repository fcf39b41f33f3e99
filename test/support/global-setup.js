// Starts the private MariaDB of this test run without waiting for it: test/support/databases.ts waits where it is
// needed. Makes the folder of template-database.ts. Says whether processes can be of the built product.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isBuilt } from '../../scripts/built.js';

const findProgram = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** A folder in memory if there is room: creating tables waits for the disk otherwise. */
const fastFolder = () => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > MIN_FREE_BYTES ? MEMORY : tmpdir();
};

export default async () => {
  if (isBuilt()) process.env.PARLEY_TEST_BUILT = 'yes';
  process.env.PARLEY_TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'parley-templates-'));
  if (process.env.PARLEY_TEST_MYSQL_URL) return;
  if (process.env.MYSQL_TEST_URL) {
    process.env.PARLEY_TEST_MYSQL_URL = process.env.MYSQL_TEST_URL;
    return;
  }
  const missing = ['mariadbd', 'mariadb-install-db'].filter((name) => !findProgram(name));
  if (missing.length > 0) {
    const message = `${missing.join(' and ')} not found: the tests on MariaDB`;
    if (process.env.CI === 'true') throw new Error(`${message} cannot run. Install mariadb-server.`);
    process.stderr.write(`${message} are skipped. Install mariadb-server to run them.\n`);
    return;
  }
  const port = await freePort();
  const folder = mkdtempSync(join(fastFolder(), 'parley-mariadb-'));
  const script = fileURLToPath(new URL('mariadb-server.js', import.meta.url));
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/usr/local/sbin` };
  globalThis.parleyMariaDb = spawn(process.execPath, [script, String(port), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env,
  });
  process.env.PARLEY_TEST_MYSQL_URL = `mysql://root@127.0.0.1:${port}/`;
};
