import { DocumentThreads } from '../../src/adapters/documents/document-threads.ts';
import { pdfBomb, pdfOf } from './documents.ts';

// A process of its own: reads an honest PDF, then one that unpacks to 600 MB; tells by how many MB it has grown at most.
const threads = new DocumentThreads();
const read = (bytes: Uint8Array): Promise<string> =>
  threads.read({ ownerId: 'ann', kind: 'pdf', name: 'a.pdf', bytes }, new AbortController().signal).then(
    () => 'read',
    (error: unknown) => String(error),
  );
const MB = 1024 * 1024;
const bomb = pdfBomb(600);

const run = async (): Promise<void> => {
  const honest = await read(pdfOf([[{ text: 'Hi' }]]));
  const before = process.memoryUsage.rss();
  const told = await read(bomb);
  const after = await read(pdfOf([[{ text: 'Hi' }]]));
  process.stdout.write(
    JSON.stringify({
      honest,
      told,
      after,
      bytes: bomb.length,
      grownMb: process.resourceUsage().maxRSS / 1024 - before / MB,
    }),
  );
  await threads.close();
};

void run();
