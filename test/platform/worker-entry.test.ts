import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

import { processEntryArgs, workerEntry } from '../../src/platform/worker-entry.ts';

// Other tests run the build (test/support/worker-entry.ts); `npm run dev` runs the sources.
const BESIDE_SOURCE = new URL('../support/builders.ts', import.meta.url).href;

test('a process runs a program of the sources', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...processEntryArgs('greet', BESIDE_SOURCE)]);
  expect(stdout).toBe('hello');
});

test('a thread runs a program of the sources', async () => {
  const { program, isText } = workerEntry('greet', BESIDE_SOURCE);
  const thread = new Worker(program, { eval: isText, stdout: true });
  const [stdout] = await Promise.all([text(thread.stdout), once(thread, 'exit')]);
  expect(stdout).toBe('hello');
});

test('what is built runs as it is', () => {
  const built = 'file:///parley/dist/src/main.js';
  expect(processEntryArgs('greet', built)).toEqual(['/parley/dist/src/greet.js']);
  expect(workerEntry('greet', built)).toEqual({ program: new URL('file:///parley/dist/src/greet.js'), isText: false });
});
