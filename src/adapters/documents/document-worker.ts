import { DecompressionStream, TransformStream } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';

import { FileUnreadable } from '../../domain/files/errors.ts';
import { MEMORY_LIMIT_EXIT_CODE } from '../../platform/thread-pool.ts';
import { MAX_PDF_PICTURE_BYTES, MAX_PDF_STREAM_BYTES } from './limits.ts';
import { type DocumentFile, parseDocument } from './parse-document.ts';
import { damaged } from './document-errors.ts';

/** One file is read at a time. */
let maxStreamBytes = MAX_PDF_STREAM_BYTES;

/** pdf.js unpacks a stream whole, and after an error would start again with its own decoder. */
class LimitedDecompression {
  readonly readable: unknown;
  readonly writable: unknown;

  constructor(format: 'deflate' | 'deflate-raw' | 'gzip') {
    const { readable, writable } = new DecompressionStream(format);
    let bytes = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        if (bytes > maxStreamBytes) process.exit(MEMORY_LIMIT_EXIT_CODE);
        controller.enqueue(chunk);
      },
    });
    this.writable = writable;
    this.readable = readable.pipeThrough(count);
  }
}
Object.defineProperty(globalThis, 'DecompressionStream', { value: LimitedDecompression });

/** `page`: draw this page instead of reading the text. */
type Task = DocumentFile & { readonly page?: number };

const perform = async ({ page, ...file }: Task): Promise<object> => {
  maxStreamBytes = page === undefined ? MAX_PDF_STREAM_BYTES : MAX_PDF_PICTURE_BYTES;
  if (page === undefined) return { document: await parseDocument(file) };
  const { drawPage } = await import('./draw-page.ts');
  return { picture: await drawPage(file.bytes, page) };
};

// The worker thread: receives a file, answers its text or a page's picture, or the reason why there is none.
parentPort?.on('message', (task: Task) => {
  perform(task).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => {
      const { reason, message } = error instanceof FileUnreadable ? error : damaged();
      parentPort?.postMessage({ reason, message });
    },
  );
});
