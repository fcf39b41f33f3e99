// Builds server and page into dist/. The marker is written last, so an interrupted build is repeated.
import { spawn } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = (...args) =>
  new Promise((resolve) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('exit', (code) => resolve(code === 0)),
  );

const startedAt = new Date();
rmSync(join(root, 'dist'), { recursive: true, force: true });
const done = await Promise.all(
  ['vite.server.config.ts', 'vite.config.ts'].map((config) =>
    node('node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'),
  ),
);
if (done.includes(false)) process.exit(1);
writeFileSync(join(root, 'dist/.built'), `${startedAt.toISOString()}\n`);
utimesSync(join(root, 'dist/.built'), startedAt, startedAt);
