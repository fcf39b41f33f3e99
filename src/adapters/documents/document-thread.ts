import { parentPort } from 'node:worker_threads';

import { FileUnreadable } from '../../domain/files/errors.ts';
import { type DocumentFile, readDocument } from './read-document.ts';
import { damaged } from './unreadable.ts';

// The inside of a reading thread: a file comes in, its text or why there is none goes out.
parentPort?.on('message', (file: DocumentFile) => {
  readDocument(file).then(
    (document) => parentPort?.postMessage({ document }),
    (error: unknown) => {
      const { reason, message } = error instanceof FileUnreadable ? error : damaged();
      parentPort?.postMessage({ reason, message });
    },
  );
});
