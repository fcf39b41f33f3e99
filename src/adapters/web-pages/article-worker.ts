import { parentPort } from 'node:worker_threads';

import { extractArticle } from './extract-article.ts';
import type { PageMarkup } from './article.ts';

// The worker thread: receives a page, answers its readable text.
parentPort?.on('message', (markup: PageMarkup) => {
  try {
    parentPort?.postMessage(extractArticle(markup));
  } catch {
    parentPort?.postMessage(null);
  }
});
