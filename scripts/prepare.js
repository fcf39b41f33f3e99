// Runs before `npm start` and `npm test`, without dependencies: installs and builds what is missing or stale.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isBuilt } from './built.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Parley needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const run = (what, command, args) => {
  console.log(what);
  execFileSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
};

const installed = join(root, 'node_modules/.parley-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  run('Installing dependencies (about a minute, once) …', npm, [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  writeFileSync(installed, lock);
}
if (process.argv[2] !== 'test' && !isBuilt()) run('Building …', process.execPath, [join(root, 'scripts/build.js')]);
