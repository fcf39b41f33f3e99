import { z } from 'zod';

import { FileUnreadable, ReadingBusy } from '../../domain/files/errors.ts';
import { DocumentReader, type FileKind, type ReadableFile, type ReadDocument } from '../../domain/files/ports.ts';
import { QueueFull } from '../../fair-queue.ts';
import { type ThreadLimits, ThreadLost, ThreadPool } from '../../thread-pool.ts';
import { damaged, tooLarge } from './unreadable.ts';

const LIMITS: ThreadLimits = { ms: 45_000, heapMb: 320, growthMb: 480, threads: 2 };
const MB = 1024 * 1024;
/** A file may take so long, and longer for each of its megabytes up to the limit above: small ones are quick. */
const FIRST_MS = 15_000;
const MS_PER_MB = 3000;
/** The streams of a PDF are unpacked by its reader, past any count of ours; honest ones need little more than their bytes. */
const PDF_GROWTH_MB = 110;
const PDF_GROWTH_PER_MB = 4;

const answer = z.union([
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
    }),
  }),
  z.object({ reason: z.enum(['encrypted', 'damaged', 'no text', 'too large', 'too slow']), message: z.string() }),
]);

const unpacksTooLarge = (cause: unknown): FileUnreadable => {
  const error = tooLarge('it unpacks to more than this server takes');
  error.cause = cause;
  return error;
};

const failureOf = (error: unknown): unknown => {
  if (error instanceof QueueFull) return new ReadingBusy();
  if (!(error instanceof ThreadLost)) return error;
  if (error.why === 'late') return new FileUnreadable('too slow', 'It takes too long to be read.');
  if (error.why === 'grown') return unpacksTooLarge(error.cause);
  if (error.why === 'broke') return damaged(error.cause);
  return error.cause instanceof Error ? error.cause : new Error('The reading was stopped', { cause: error.cause });
};

/** Reads documents in threads of their own: a file that is made to be slow or to explode costs one thread. */
export class DocumentThreads extends DocumentReader {
  private readonly threads: ThreadPool;
  private readonly limits: ThreadLimits;

  constructor(limits: Partial<ThreadLimits> = {}) {
    super();
    this.limits = { ...LIMITS, ...limits };
    this.threads = new ThreadPool('document-thread', import.meta.url, this.limits);
  }

  async read({ kind, bytes, ownerId }: ReadableFile, signal: AbortSignal): Promise<ReadDocument> {
    const own = Uint8Array.from(bytes);
    const options = { owner: ownerId, transfer: [own.buffer], ...this.limitsFor(kind, own.length / MB) };
    const answered = await this.threads
      .run({ kind, bytes: own }, signal, options)
      .catch((error: unknown) => Promise.reject(failureOf(error)));
    const said = answer.parse(answered);
    if ('document' in said) return said.document;
    throw new FileUnreadable(said.reason, said.message);
  }

  private limitsFor(kind: FileKind, megabytes: number): { ms: number; growthMb: number } {
    const { ms, growthMb = Infinity } = this.limits;
    return {
      ms: Math.min(ms, FIRST_MS + MS_PER_MB * megabytes),
      growthMb: kind === 'pdf' ? Math.min(growthMb, PDF_GROWTH_MB + PDF_GROWTH_PER_MB * megabytes) : growthMb,
    };
  }

  /** Ends the threads that are kept; one that reads ends with its file. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
