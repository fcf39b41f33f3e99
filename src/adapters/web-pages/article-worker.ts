import { parentPort } from 'node:worker_threads';

import { extractArticle } from './extract-article.ts';
import type { PageMarkup } from './article.ts';

// The inside of a reading thread: a page comes in, its readable text goes out.
parentPort?.on('message', (markup: PageMarkup) => {
  try {
    parentPort?.postMessage(extractArticle(markup));
  } catch {
    parentPort?.postMessage(null);
  }
});
