// Preloaded by `NODE_OPTIONS=--require`: blocks the product's thread as the file STALL_FILE says.
const { existsSync, readFileSync, rmSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { isMainThread } = require('node:worker_threads');

const file = process.env.STALL_FILE;

/** `spin`: endless JavaScript; `block`: a native call that does not return; a number: that many milliseconds. */
const stall = (how) => {
  process._rawDebug(`stalls: ${how}`);
  if (how === 'block') execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  const until = how === 'spin' ? Infinity : performance.now() + Number(how);
  while (performance.now() < until);
};

if (!isMainThread && file) {
  setInterval(() => {
    if (!existsSync(file)) return;
    const how = readFileSync(file, 'utf8');
    rmSync(file);
    stall(how);
  }, 20).unref();
}
