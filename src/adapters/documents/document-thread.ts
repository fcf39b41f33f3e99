import { DecompressionStream, TransformStream } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';

import { FileUnreadable } from '../../domain/files/errors.ts';
import { GROWN_EXIT } from '../../thread-pool.ts';
import { MOST_STREAM } from './limits.ts';
import { type DocumentFile, readDocument } from './read-document.ts';
import { damaged } from './unreadable.ts';

/** pdf.js unpacks a stream whole, however large it becomes, and would begin again with a decoder of its own after an error. */
class LimitedDecompression {
  readonly readable: unknown;
  readonly writable: unknown;

  constructor(format: 'deflate' | 'deflate-raw' | 'gzip') {
    const { readable, writable } = new DecompressionStream(format);
    let bytes = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        if (bytes > MOST_STREAM) process.exit(GROWN_EXIT);
        controller.enqueue(chunk);
      },
    });
    this.writable = writable;
    this.readable = readable.pipeThrough(count);
  }
}
Object.defineProperty(globalThis, 'DecompressionStream', { value: LimitedDecompression });

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
