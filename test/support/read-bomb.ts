import { DocumentWorkerPool } from '../../src/adapters/documents/document-worker-pool.ts';
import { readFileSync } from 'node:fs';
import { pdfOf } from './documents.ts';

// A process that reads a valid PDF, then the one that is named, and prints its maximum growth in MB. To make one that
// unpacks to much would be the growth that is seen, so somebody else has made it.
const threads = new DocumentWorkerPool();
const read = (bytes: Uint8Array): Promise<string> =>
  threads.extract({ ownerId: 'ann', kind: 'pdf', name: 'a.pdf', bytes }, new AbortController().signal).then(
    () => 'read',
    (error: unknown) => String(error),
  );
const bomb = readFileSync(process.argv[2] ?? '');
/** In MB. Not `maxRSS`: Linux begins that with what the parent had when it started this process. */
const memory = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

const run = async (): Promise<void> => {
  const honest = await read(pdfOf([[{ text: 'Hi' }]]));
  const before = memory('VmRSS');
  const bombResult = await read(bomb);
  const afterBomb = await read(pdfOf([[{ text: 'Hi' }]]));
  process.stdout.write(
    JSON.stringify({
      honest,
      told: bombResult,
      after: afterBomb,
      bytes: bomb.length,
      grownMb: memory('VmHWM') - before,
    }),
  );
  await threads.close();
};

void run();
