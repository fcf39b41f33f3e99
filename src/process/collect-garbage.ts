import { Session } from 'node:inspector';

/**
 * One full collection, which also gives back what the heap has room for: `gc()` of V8 would not. It stops the thread
 * for some ten milliseconds.
 */
export const collectGarbage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const session = new Session();
    session.connect();
    session.post('HeapProfiler.collectGarbage', (error) => {
      // In the callback itself it would stop a worker thread for ever.
      setImmediate(() => {
        session.disconnect();
        if (error) reject(error);
        else resolve();
      });
    });
  });
