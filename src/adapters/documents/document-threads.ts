import { z } from 'zod';

import { FileUnreadable } from '../../domain/files/errors.ts';
import { DocumentReader, type ReadDocument } from '../../domain/files/ports.ts';
import { type ThreadLimits, ThreadLost, ThreadPool } from '../../thread-pool.ts';
import type { DocumentFile } from './read-document.ts';
import { damaged, tooLarge } from './unreadable.ts';

const LIMITS: ThreadLimits = { ms: 45_000, heapMb: 320, growthMb: 640, threads: 2 };

const answer = z.union([
  z.object({
    document: z.object({
      blocks: z.array(z.object({ kind: z.enum(['heading', 'text', 'code', 'table']), text: z.string(), page: z.number().nullable(), level: z.number() })),
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
  if (!(error instanceof ThreadLost)) return error;
  if (error.why === 'late') return new FileUnreadable('too slow', 'It takes too long to be read.');
  if (error.why === 'grown') return unpacksTooLarge(error.cause);
  if (error.why === 'broke') return damaged(error.cause);
  return error.cause instanceof Error ? error.cause : new Error('The reading was stopped', { cause: error.cause });
};

/** Reads documents in threads of their own: a file that is made to be slow or to explode costs one thread. */
export class DocumentThreads extends DocumentReader {
  private readonly threads: ThreadPool;

  constructor(limits: Partial<ThreadLimits> = {}) {
    super();
    this.threads = new ThreadPool('document-thread', import.meta.url, { ...LIMITS, ...limits });
  }

  async read({ kind, bytes }: DocumentFile, signal: AbortSignal): Promise<ReadDocument> {
    const own = Uint8Array.from(bytes);
    const said = answer.parse(await this.threads.run({ kind, bytes: own }, signal, [own.buffer]).catch((error: unknown) => Promise.reject(failureOf(error))));
    if ('document' in said) return said.document;
    throw new FileUnreadable(said.reason, said.message);
  }

  /** Ends the threads that are kept; one that reads ends with its file. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
