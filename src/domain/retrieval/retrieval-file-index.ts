import { FileIndex } from '../files/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { ChunkRepository, EmbeddingJobs, FileExcerpts, VectorStore } from './ports.ts';

export interface RetrievalFileIndexDeps {
  readonly chunks: ChunkRepository;
  readonly vectors: VectorStore;
  readonly jobs: EmbeddingJobs;
  readonly excerpts: FileExcerpts;
  readonly clock: Clock;
}

/** What a file leaves in retrieval, coming and going with it. */
export class RetrievalFileIndex extends FileIndex {
  private readonly chunks: ChunkRepository;
  private readonly vectors: VectorStore;
  private readonly jobs: EmbeddingJobs;
  private readonly excerpts: FileExcerpts;
  private readonly clock: Clock;

  constructor({ chunks, vectors, jobs, excerpts, clock }: RetrievalFileIndexDeps) {
    super();
    this.chunks = chunks;
    this.vectors = vectors;
    this.jobs = jobs;
    this.excerpts = excerpts;
    this.clock = clock;
  }

  /** Without its chunks a vector is never shown; where it lives elsewhere, a job removes it as soon as that answers. */
  async remove(ownerId: string, fileId: string): Promise<void> {
    await this.chunks.remove(ownerId, fileId);
    await this.excerpts.remove(ownerId, fileId);
    if (this.vectors.isInDatabase) await this.vectors.removeFile(ownerId, fileId);
    await this.jobs.cancel(ownerId, fileId, this.vectors.isInDatabase ? undefined : { now: this.clock.now() });
  }

  enqueue(ownerId: string, fileId: string): Promise<void> {
    return this.jobs.enqueue(ownerId, fileId, this.clock.now());
  }
}
