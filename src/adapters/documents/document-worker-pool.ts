import { z } from 'zod';

import { FileUnreadable, DocumentReaderBusy } from '../../domain/files/errors.ts';
import { DocumentReader, type ReadableFile, type ParsedDocument } from '../../domain/files/ports/documents.ts';
import type { FileKind } from '../../domain/files/ports/file-repository.ts';
import { QueueFull } from '../../platform/semaphore.ts';
import type { PagePictures } from '../../domain/files/scans/ports.ts';
import { type ThreadLimits, ThreadFailed, ThreadPool } from '../../platform/thread-pool.ts';
import { damaged, tooLarge } from './document-errors.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

const DEFAULT_LIMITS: ThreadLimits = { timeoutMs: 45_000, heapMb: 320, growthMb: 480, threads: 2 };
const MB = 1024 * 1024;
/** Timeout per file: a base, plus some per megabyte, up to the limit above. */
const BASE_TIMEOUT_MS = 15_000;
const TIMEOUT_MS_PER_MB = 3000;
/** A page's pictures take a second at most; hostile ones must not take the time of all pages. */
const DRAW_TIMEOUT_MS = 20_000;
/** pdf.js unpacks streams by itself, so memory is watched; valid PDFs need little more than their bytes. */
const PDF_GROWTH_MB = 110;
const PDF_GROWTH_PER_MB = 4;

const workerMessage = z.union([
  z.object({
    document: z.object({
      blocks: z.array(
        z.object({
          kind: z.enum(['heading', 'text', 'code', 'table']),
          text: z.string(),
          page: z.number().nullable(),
          level: z.number(),
        }),
      ),
      pages: z.number(),
      scannedPages: z.array(z.number()).optional(),
    }),
  }),
  z.object({ picture: z.custom<Uint8Array>(ArrayBuffer.isView).optional() }).strict(),
  z.object({ reason: z.enum(['encrypted', 'damaged', 'no text', 'too large', 'too slow']), message: z.string() }),
]);

const tooLargeUnpacked = (cause: unknown): FileUnreadable => {
  const error = tooLarge('tooLargeForServer');
  error.cause = cause;
  return error;
};

const toDocumentError = (error: unknown): unknown => {
  if (error instanceof QueueFull) return new DocumentReaderBusy();
  if (!(error instanceof ThreadFailed)) return error;
  if (error.reason === 'timeout') return new FileUnreadable('too slow', FILE_FAILURES.readTooSlow);
  if (error.reason === 'memory') return tooLargeUnpacked(error.cause);
  if (error.reason === 'crashed') return damaged(error.cause);
  return error.cause instanceof Error ? error.cause : new Error('The reading was stopped', { cause: error.cause });
};

/** Parses documents in threads: a hostile file costs one thread. */
export class DocumentWorkerPool extends DocumentReader implements PagePictures {
  private readonly pool: ThreadPool;
  private readonly limits: ThreadLimits;

  constructor(limits: Partial<ThreadLimits> = {}) {
    super();
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.pool = new ThreadPool('document-worker', import.meta.url, this.limits);
  }

  async extract({ kind, bytes, ownerId, maxCharacters }: ReadableFile, signal: AbortSignal): Promise<ParsedDocument> {
    const message = await this.run(
      { kind, bytes, maxCharacters },
      this.limitsFor(kind, bytes.length / MB),
      ownerId,
      signal,
    );
    if ('document' in message) return message.document;
    throw damaged();
  }

  async draw(
    { kind, bytes, ownerId }: ReadableFile,
    page: number,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    const limits = { ...this.limits, timeoutMs: Math.min(this.limits.timeoutMs, DRAW_TIMEOUT_MS) };
    const message = await this.run({ kind, bytes, page }, limits, ownerId, signal);
    return 'picture' in message ? message.picture : undefined;
  }

  private async run(
    task: Pick<ReadableFile, 'kind' | 'bytes' | 'maxCharacters'> & { readonly page?: number },
    { timeoutMs, growthMb = Infinity }: Pick<ThreadLimits, 'timeoutMs' | 'growthMb'>,
    owner: string,
    signal: AbortSignal,
  ) {
    const bytes = Uint8Array.from(task.bytes);
    const options = { owner, transfer: [bytes.buffer], timeoutMs, growthMb };
    const result = await this.pool
      .run({ ...task, bytes }, signal, options)
      .catch((error: unknown) => Promise.reject(toDocumentError(error)));
    const message = workerMessage.parse(result);
    if ('reason' in message) throw new FileUnreadable(message.reason, message.message);
    return message;
  }

  private limitsFor(kind: FileKind, megabytes: number): { timeoutMs: number; growthMb: number } {
    const { timeoutMs, growthMb = Infinity } = this.limits;
    return {
      timeoutMs: Math.min(timeoutMs, BASE_TIMEOUT_MS + TIMEOUT_MS_PER_MB * megabytes),
      growthMb: kind === 'pdf' ? Math.min(growthMb, PDF_GROWTH_MB + PDF_GROWTH_PER_MB * megabytes) : growthMb,
    };
  }

  /** Terminates idle threads; a busy one ends with its file. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
