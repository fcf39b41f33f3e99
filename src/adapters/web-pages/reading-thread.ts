import { parentPort } from 'node:worker_threads';

import { readMarkup } from './read-markup.ts';
import type { Reading } from './reading.ts';

// The inside of a reading thread: a page comes in, its readable text goes out.
parentPort?.on('message', (reading: Reading) => {
  try {
    parentPort?.postMessage(readMarkup(reading));
  } catch {
    parentPort?.postMessage(null);
  }
});
