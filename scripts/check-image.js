// `node scripts/check-image.js [path of another Node]`: does what the Dockerfile says, without Docker: the steps of its
// build as another user, then its command with a read-only root, its health check, and its end. Needs root, and Linux
// with unshare and setpriv.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { parseDockerfile } from './dockerfile.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 40_000;
const RETRY_MS = 500;

const node = process.argv[2] ?? process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
const inImage = (...parts) => join(folder, ...parts);
const {
  build,
  run,
  uid,
  env: imageEnv,
  healthCheck,
  command,
} = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** A folder with this Node and the npm of this machine, as an image has them. */
const makePrograms = () => {
  const npm = execFileSync('readlink', ['-f', execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()], {
    encoding: 'utf8',
  }).trim();
  mkdirSync(inImage('bin'));
  symlinkSync(node, inImage('bin/node'));
  writeFileSync(inImage('bin/npm'), `#!/bin/sh\nexec "${inImage('bin/node')}" "${npm}" "$@"\n`, { mode: 0o755 });
};

/** Files that the build made belong to root afterwards, as in an image: the process must not be able to change them. */
const copyInto = (from, to, paths, target) => {
  for (const path of paths) {
    const name = paths.length > 1 || target.endsWith('/') ? join(target, path.split('/').at(-1)) : target;
    cpSync(join(from, path), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
};

const owned = (path) => execFileSync('chown', ['-R', `${uid}:${uid}`, path]);

const buildStage = () => {
  const stage = inImage('build');
  mkdirSync(stage);
  mkdirSync(inImage('home'));
  owned(inImage('home'));
  const env = { ...process.env, HOME: inImage('home'), PATH: `${inImage('bin')}:${process.env.PATH}` };
  for (const step of build) {
    if (step.kind === 'copy') {
      copyInto(ROOT, stage, step.paths, step.target);
      owned(stage);
      continue;
    }
    console.log(`RUN ${step.line.slice(0, 100)}`);
    execFileSync('sh', ['-c', step.line], { cwd: stage, env, uid, gid: uid, stdio: ['ignore', 2, 2] });
  }
  return stage;
};

/** In a view of the file system of its own, where all but the data is read-only; then as the image's user. */
const startImage = (stage, env) => {
  const data = env.DATA_DIR;
  const script = [
    'set -e',
    'mount --make-rprivate /',
    'mount --bind "$DATA_DIR" "$DATA_DIR"',
    'mount -o remount,bind,ro /',
    'cd "$1"; shift',
    `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups --no-new-privs "$@"`,
  ].join('\n');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, uid);
  const args = ['--mount', 'sh', '-c', script, 'sh', stage];
  const start = (what, options) => spawn('unshare', [...args, ...what], { env, ...options });
  return { start };
};

const ended = (child) => new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));

const confirm = (condition, what) => {
  if (!condition) throw new Error(what);
  console.log(`ok: ${what}`);
};

const untilHealthy = async (check, server) => {
  const giveUp = Date.now() + READY_TIMEOUT_MS;
  while ((await ended(check())) !== 0) {
    if (server.exitCode !== null || Date.now() > giveUp) return false;
    await pause(RETRY_MS);
  }
  return true;
};

const runStage = async (built) => {
  const stage = inImage('run');
  mkdirSync(stage);
  for (const { paths, target } of run) copyInto(built, stage, paths, target);
  execFileSync('chown', ['-R', '0:0', stage]);
  rmSync(built, { recursive: true });
  const port = String(await freePort());
  const metrics = String(await freePort());
  const env = {
    PATH: `${inImage('bin')}:/usr/bin:/bin`,
    ...imageEnv,
    HOST: '127.0.0.1',
    PORT: port,
    METRICS_PORT: metrics,
    DATA_DIR: inImage('data'),
    HOME: inImage('data'),
    SANDBOX: 'on',
  };
  const { start } = startImage(stage, env);
  const size = execFileSync('du', ['-sm', stage], { encoding: 'utf8' }).split('\t')[0];
  console.log(`What is copied into the image: ${size} MB`);
  const refused = ended(start(['sh', '-c', 'touch written || touch /tmp/written'], { stdio: 'ignore' }));
  confirm((await refused) !== 0, 'nothing but the data can be written');
  const server = start(command, { stdio: ['ignore', 2, 2] });
  const stopped = ended(server);
  try {
    confirm(await untilHealthy(() => start(healthCheck, { stdio: 'ignore' }), server), 'the health check passes');
    const page = await fetch(`http://127.0.0.1:${port}/`);
    confirm(page.ok && (await page.text()).includes('<script'), 'the page is served');
  } finally {
    server.kill('SIGTERM');
    setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  }
  confirm((await stopped) === 0, 'it ends with 0 after SIGTERM');
};

try {
  chmodSync(folder, 0o755);
  makePrograms();
  console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}, as user ${uid}`);
  await runStage(buildStage());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
