// Preloaded into every thread by `NODE_OPTIONS=--require`: blocks the server's thread as the file STALL_FILE says.
const { existsSync, readFileSync, rmSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { workerData } = require('node:worker_threads');

const file = process.env.STALL_FILE;

/** Shorter than the tests' watchdog, so that what ends the process meets JavaScript that runs. */
const DOZE_MS = process.env.WATCHDOG_SECONDS === '0' ? 0 : 3000;

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Endless JavaScript. It leaves the core to others while a watchdog is waited for. */
const spin = () => {
  for (const began = Date.now(); ;) if (Date.now() - began < DOZE_MS) pause(5);
};

/** `spin`; `block`: a native call that does not return; a number: asleep for that many milliseconds. */
const stall = (how) => {
  process._rawDebug(`stalls: ${how}`);
  if (how === 'block') execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  if (how === 'spin') spin();
  pause(Number(how));
};

// The server's thread is the one that was given the heartbeat's memory; those of the pool were not.
if (workerData instanceof SharedArrayBuffer && file) {
  setInterval(() => {
    if (!existsSync(file)) return;
    const how = readFileSync(file, 'utf8');
    rmSync(file);
    stall(how);
  }, 20).unref();
}
