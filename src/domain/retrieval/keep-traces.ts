import { FileTraces } from '../files/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Chunks, EmbeddingJobs, FileExcerpts, Vectors } from './ports.ts';

export interface TraceTools {
  readonly chunks: Chunks;
  readonly vectors: Vectors;
  readonly jobs: EmbeddingJobs;
  readonly excerpts: FileExcerpts;
  readonly clock: Clock;
}

/** What a file leaves in retrieval, coming and going with it. */
export class KeepTraces extends FileTraces {
  private readonly chunks: Chunks;
  private readonly vectors: Vectors;
  private readonly jobs: EmbeddingJobs;
  private readonly excerpts: FileExcerpts;
  private readonly clock: Clock;

  constructor({ chunks, vectors, jobs, excerpts, clock }: TraceTools) {
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
    if (this.vectors.inDatabase) await this.vectors.removeFile(ownerId, fileId);
    await this.jobs.drop(ownerId, fileId, this.vectors.inDatabase ? undefined : { now: this.clock.now() });
  }

  enqueue(ownerId: string, fileId: string): Promise<void> {
    return this.jobs.enqueue(ownerId, fileId, this.clock.now());
  }
}
