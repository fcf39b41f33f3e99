// A private MariaDB for tests: `node mariadb-server.js <port> <folder>`. It lives as long as its standard input stays
// open, so it ends (and its folder goes) with the process that started it, however that one ends.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [port, folder] = process.argv.slice(2);
const data = join(folder, 'data');
mkdirSync(data, { recursive: true });

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
const small = [
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=24M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-flush-method=nosync',
  '--skip-log-bin',
  '--performance-schema=OFF',
];

let server;
const end = (code) => {
  server?.removeAllListeners('exit');
  server?.kill('SIGKILL'); // no data worth a clean shutdown
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
};
process.stdin
  .resume()
  .on('end', () => end(0))
  .on('error', () => end(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));

const install = spawnSync(
  'mariadb-install-db',
  [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asRoot,
    ...small,
  ],
  { encoding: 'utf8' },
);
if (install.status !== 0) {
  process.stderr.write(`mariadb-install-db failed: ${install.error?.message ?? install.stderr}\n`);
  end(1);
}
server = spawn(
  'mariadbd',
  [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 's')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    `--pid-file=${join(folder, 'pid')}`,
    // A server that starts removes temporary files of all others in the common folder.
    `--tmpdir=${folder}`,
    ...asRoot,
    ...small,
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
let output = '';
server.stderr.on('data', (text) => {
  output = `${output}${text}`.slice(-4000);
});
server.on('exit', () => {
  process.stderr.write(`mariadbd ended early: ${output}\n`);
  end(1);
});
