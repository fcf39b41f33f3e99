import { groupOf } from '../../shared/file-owner.ts';
import { FileIndex, type QueuedFile } from '../files/ports/embedding.ts';
import type { GroupFileReaders } from '../files/ports/readers.ts';
import type { Clock } from '../kernel/ports.ts';
import type { ChunkRepository, EmbeddingJobs, FileExcerpts, VectorStore } from './ports.ts';

export interface RetrievalFileIndexDeps {
  readonly chunks: ChunkRepository;
  readonly vectors: VectorStore;
  readonly jobs: EmbeddingJobs;
  readonly excerpts: FileExcerpts;
  readonly readers: GroupFileReaders;
  readonly clock: Clock;
}

export class RetrievalFileIndex extends FileIndex {
  constructor(private readonly deps: RetrievalFileIndexDeps) {
    super();
  }

  /**
   * Vectors without chunks are never shown; those in an external store are removed by a job. Quotes of a group's file
   * are noted to be removed (`LostQuotes`), because they may stand in the answers of many people.
   */
  async remove(ownerId: string, fileId: string): Promise<void> {
    const { chunks, vectors, jobs, excerpts, readers, clock } = this.deps;
    await chunks.remove(ownerId, fileId);
    if (groupOf(ownerId) === undefined) await excerpts.remove(ownerId, fileId);
    else await readers.loseFile(fileId);
    if (vectors.isInDatabase) await vectors.removeFile(ownerId, fileId);
    await jobs.cancel(ownerId, fileId, vectors.isInDatabase ? undefined : { now: clock.now() });
  }

  enqueue(ownerId: string, fileId: string): Promise<void> {
    return this.deps.jobs.enqueue(ownerId, fileId, this.deps.clock.now());
  }

  listQueue(ownerId: string): Promise<readonly QueuedFile[]> {
    return this.deps.jobs.listQueue(ownerId);
  }
}
