import { parentPort } from 'node:worker_threads';

import { loadSqliteEngine } from './sqlite-engine.ts';

/** How long the last step waits for a writer or reader to end. */
const BUSY_TIMEOUT_MS = 500;

/** First what needs no lock, beside writers; then the little that was written meanwhile, for which they wait. */
const checkpoint = async (file: string): Promise<void> => {
  const handle = (await loadSqliteEngine())(file);
  try {
    handle.exec('SELECT COUNT(*) FROM sqlite_master'); // the log is opened by reading
    handle.exec('PRAGMA wal_checkpoint(PASSIVE)');
    handle.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    handle.close();
  }
};

// The worker thread: receives the path of a database, answers when its log is written into it, or could not be.
parentPort?.on('message', (file: string) => {
  checkpoint(file).then(
    () => parentPort?.postMessage({}),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
