import { parentPort } from 'node:worker_threads';

import { loadSqliteEngine, type SqliteHandle } from './sqlite-engine.ts';
import type { CheckpointStep } from './wal-checkpoints.ts';

/** How long the last step waits for a writer or reader to end. */
const BUSY_TIMEOUT_MS = 500;

/** Open from one step to the next: opening it takes longer than the last step. */
let open: SqliteHandle | undefined;

const handleOf = async (file: string): Promise<SqliteHandle> => {
  open ??= (await loadSqliteEngine())(file);
  return open;
};

/** Takes in what needs no lock, beside writers; the second time what they wrote during the first. */
const takeMost = (handle: SqliteHandle): void => {
  handle.exec('SELECT COUNT(*) FROM sqlite_master'); // the log is opened by reading
  handle.exec('PRAGMA wal_checkpoint(PASSIVE)');
  handle.exec('PRAGMA wal_checkpoint(PASSIVE)');
};

/** The little that was written meanwhile; no writer gets in. */
const takeRest = (handle: SqliteHandle): void => {
  try {
    handle.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    open = undefined;
    handle.close();
  }
};

const run = async ({ file, part }: CheckpointStep): Promise<void> => {
  const handle = await handleOf(file);
  if (part === 'most') takeMost(handle);
  else takeRest(handle);
};

// The worker thread: answers when a step is done, or could not be.
parentPort?.on('message', (step: CheckpointStep) => {
  run(step).then(
    () => parentPort?.postMessage({}),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
