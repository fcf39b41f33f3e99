import { z } from 'zod';

import { DocumentReaderBusy, FileUnreadable } from '../../domain/files/errors.ts';
import { type PageImage, TextRecognizer } from '../../domain/files/scans/ports.ts';
import { QueueFull } from '../../platform/semaphore.ts';
import { ThreadFailed, type ThreadLimits, ThreadPool } from '../../platform/thread-pool.ts';
import { isInstalled } from './tesseract.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

/** One thread: a page keeps a core busy for seconds. Three languages need about 300 MB. */
const DEFAULT_LIMITS: ThreadLimits = { timeoutMs: 60_000, heapMb: 256, growthMb: 900, threads: 1 };

const workerMessage = z.object({ text: z.string() });

const toDocumentError = (error: unknown): unknown => {
  if (error instanceof QueueFull) return new DocumentReaderBusy();
  if (!(error instanceof ThreadFailed)) return error;
  if (error.reason === 'aborted') return error.cause;
  const message = error.reason === 'timeout' ? FILE_FAILURES.readTooSlow : FILE_FAILURES.unreadable;
  return new FileUnreadable(error.reason === 'timeout' ? 'too slow' : 'damaged', message, error.cause);
};

/** Tesseract in a thread: what goes wrong with an image costs that thread. */
export class TesseractRecognizer extends TextRecognizer {
  readonly available: boolean;
  private readonly pool: ThreadPool;

  constructor({ isOn = true, limits = {} }: { readonly isOn?: boolean; readonly limits?: Partial<ThreadLimits> } = {}) {
    super();
    this.available = isOn && isInstalled();
    this.pool = new ThreadPool('ocr-worker', import.meta.url, { ...DEFAULT_LIMITS, ...limits });
  }

  async recognize({ ownerId, bytes }: PageImage, signal: AbortSignal): Promise<string> {
    const copy = Uint8Array.from(bytes);
    const result = await this.pool
      .run(copy, signal, { owner: ownerId, transfer: [copy.buffer] })
      .catch((error: unknown) => Promise.reject(toDocumentError(error)));
    return workerMessage.parse(result).text;
  }

  rest(): Promise<void> {
    return this.pool.terminateIdle();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
