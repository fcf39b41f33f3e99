import { parentPort } from 'node:worker_threads';

import { Tesseract } from './tesseract.ts';

let loaded: Promise<Tesseract> | undefined;

// The worker thread: receives an image, answers its text. An error ends the thread, since the
// program's memory may be damaged.
parentPort?.on('message', (image: Uint8Array) => {
  loaded ??= Tesseract.load();
  void loaded.then((tesseract) => parentPort?.postMessage({ text: tesseract.recognize(image) }));
});
