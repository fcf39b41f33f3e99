// Runs before `npm start` and `npm test`, without any dependency: installs and builds what is missing or out of date.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Parley needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const timeOf = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

/** The newest change below the given files and folders. */
const newest = (paths) =>
  Math.max(...paths.map((path) => {
    const full = join(root, path);
    if (!existsSync(full)) return 0;
    const stat = statSync(full);
    if (!stat.isDirectory()) return stat.mtimeMs;
    return Math.max(stat.mtimeMs, newest(readdirSync(full).map((name) => join(path, name))));
  }), 0);

const run = (what, command, args) => {
  console.log(what);
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
};

const installed = join(root, 'node_modules/.parley-lock');
const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  run('Installing dependencies (about a minute, once) …', npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installed, lock);
}
const sources = ['src', 'web', 'migrations', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'tsconfig.build.json'];
if (timeOf('dist/.built') < newest(sources)) run('Building …', process.execPath, [join(root, 'scripts/build.js')]);
