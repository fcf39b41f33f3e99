import { DocumentWorkerPool } from '../../src/adapters/documents/document-worker-pool.ts';
import { pdfBomb, pdfOf } from './documents.ts';

// A process that reads a valid PDF, then one that unpacks to 600 MB, and prints its maximum growth in MB.
const threads = new DocumentWorkerPool();
const read = (bytes: Uint8Array): Promise<string> =>
  threads.extract({ ownerId: 'ann', kind: 'pdf', name: 'a.pdf', bytes }, new AbortController().signal).then(
    () => 'read',
    (error: unknown) => String(error),
  );
const MB = 1024 * 1024;
const bomb = pdfBomb(600);

const run = async (): Promise<void> => {
  const honest = await read(pdfOf([[{ text: 'Hi' }]]));
  const before = process.memoryUsage.rss();
  const bombResult = await read(bomb);
  const afterBomb = await read(pdfOf([[{ text: 'Hi' }]]));
  process.stdout.write(
    JSON.stringify({
      honest,
      told: bombResult,
      after: afterBomb,
      bytes: bomb.length,
      grownMb: process.resourceUsage().maxRSS / 1024 - before / MB,
    }),
  );
  await threads.close();
};

void run();
