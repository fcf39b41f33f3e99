import { backoffMs } from '../kernel/backoff.ts';
import type { Ledger } from '../chat/models/ports.ts';
import type { ReplyObserver } from '../chat/replies/ports.ts';
import { FileUnreadable } from '../files/errors.ts';
import type { Blobs, DocumentReader, FileRepository, StoredFile } from '../files/ports.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { toIndexedText } from './chunk.ts';
import { fileTokens } from './chunk-text.ts';
import { chunkDocument } from './chunk-document.ts';
import { EmbeddingError, VectorsUnavailable } from './errors.ts';
import type {
  Chunk,
  ChunkRepository,
  EmbeddingClaim,
  EmbeddingJobs,
  EmbeddingModels,
  TextEmbedder,
  VectorStore,
} from './ports.ts';
import { embedMetered } from './embed-metered.ts';

const POLL_INTERVAL_MS = 1000;
/** Renewed with each batch; no batch takes as long. */
const LEASE_MS = 180_000;
const CATCH_UP_INTERVAL_MS = 3_600_000;
const MAX_ATTEMPTS = 5;
const BACKOFF = { baseMs: 5000, jitter: [0.5, 1.5] } as const;
/** While a service is down, as long as it already was, within these. */
const OUTAGE_BACKOFF = { minMs: 5000, maxMs: 300_000 } as const;
/** Files with usable old vectors are retried after this instead of failing. */
const LONG_BACKOFF = { baseMs: 3_600_000, jitter: [0.5, 1.5] } as const;
const BATCH_SIZE = 64;
/** Longer files fail. */
const MAX_CHUNKS = 50_000;

export interface EmbedFilesDeps {
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly chunks: ChunkRepository;
  readonly vectors: VectorStore;
  readonly jobs: EmbeddingJobs;
  readonly models: EmbeddingModels;
  readonly ledger: Ledger;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
  /** Identifies this process in leases. */
  readonly holder: string;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** Retrying is useless; the message is for the owner. */
class PermanentFailure extends Error {}

/** Another process owns the job, or the file was deleted. */
class LeaseLost extends Error {}

/**
 * Embeds files with jobs in the database: any process may take one, and the job of a dead process is taken by another.
 * The result is stored with the file.
 */
export class EmbedFiles {
  constructor(private readonly deps: EmbedFilesDeps) {}

  /** Runs until `signal` aborts; unfinished jobs are left to other processes. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, observer } = this.deps;
    for (let caughtUp = { at: -Infinity, version: '' }; !signal.aborted;) {
      try {
        const version = this.deps.models.target;
        const isDue = caughtUp.version !== version || clock.now() - caughtUp.at >= CATCH_UP_INTERVAL_MS;
        if (version !== undefined && isDue) {
          await this.deps.jobs.enqueueOutdated(version, clock.now());
          caughtUp = { at: clock.now(), version };
        }
        while (!signal.aborted && (await this.runNext(signal)));
      } catch (error) {
        observer.failed('the queue of files to embed', error);
      }
      await clock.sleep(POLL_INTERVAL_MS, signal);
    }
  }

  /** Runs one job; false when there was none. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    const { jobs, clock, holder } = this.deps;
    const claim = await jobs.claim({ holder, now: clock.now(), until: clock.now() + LEASE_MS });
    if (!claim) return false;
    try {
      if (claim.work === 'remove') await this.removeIndex(claim);
      else await this.embedFile(claim, signal);
    } catch (error) {
      if (signal.aborted) await jobs.reschedule(claim.fileId, holder, { dueAt: clock.now(), forget: true });
      else if (error instanceof LeaseLost) await this.cleanUpIfRemoved(claim);
      else await this.handleFailure(claim, error);
    }
    return true;
  }

  /** Removes what was written after the file was deleted. */
  private async cleanUpIfRemoved({ ownerId, fileId }: EmbeddingClaim): Promise<void> {
    const { files, vectors, chunks } = this.deps;
    if (await files.find(ownerId, fileId)) return;
    await vectors.removeFile(ownerId, fileId);
    await chunks.remove(ownerId, fileId);
  }

  private async removeIndex({ ownerId, fileId }: EmbeddingClaim): Promise<void> {
    const { vectors, chunks, jobs, holder } = this.deps;
    await vectors.removeFile(ownerId, fileId);
    await chunks.remove(ownerId, fileId);
    await jobs.forget(fileId, holder);
  }

  private async embedFile(claim: EmbeddingClaim, signal: AbortSignal): Promise<void> {
    const { files, jobs, models, work, holder } = this.deps;
    const { ownerId, fileId } = claim;
    const { current } = models; // another model may take its place at any time: a file has the vectors of one
    const { version } = current.collection;
    const chunkCount = await this.prepareChunks(claim, signal);
    for (let from = 0; from < chunkCount; from += BATCH_SIZE) await this.embedBatch(claim, { current, from }, signal);
    const stored = await work.run(async () => {
      if (!(await jobs.complete(fileId, holder, version))) throw new LeaseLost();
      return files.setEmbedding(ownerId, fileId, { embeddingStatus: 'completed', embeddingError: null, chunkCount });
    });
    if (!stored) return this.cleanUpIfRemoved(claim);
    await this.removeOldVectors(claim, version);
  }

  /** Removes vectors of an earlier model. On failure they are removed with the file. */
  private async removeOldVectors({ ownerId, fileId }: EmbeddingClaim, version: string): Promise<void> {
    try {
      await this.deps.vectors.removeFile(ownerId, fileId, version);
    } catch (error) {
      this.deps.observer.failed(`removing the earlier vectors of file ${fileId}`, error);
    }
  }

  /** Creates the chunks, or reuses those of an earlier run; returns their number. */
  private async prepareChunks(claim: EmbeddingClaim, signal: AbortSignal): Promise<number> {
    const { files, chunks, jobs, work, clock, holder } = this.deps;
    const { ownerId, fileId } = claim;
    const file = await files.find(ownerId, fileId);
    if (!file) {
      await this.removeIndex(claim);
      throw new LeaseLost(); // the file was deleted
    }
    if (claim.collection !== null && file.embeddingStatus === 'completed' && file.chunkCount > 0)
      return file.chunkCount;
    const newChunks = await this.extractChunks(file, signal);
    await work.run(async () => {
      if (!(await jobs.renew(fileId, holder, clock.now() + LEASE_MS))) throw new LeaseLost();
      await chunks.replace(ownerId, fileId, newChunks);
      await files.setTextTokens(ownerId, fileId, fileTokens(newChunks));
    });
    return newChunks.length;
  }

  private async extractChunks(file: StoredFile, signal: AbortSignal): Promise<Chunk[]> {
    const bytes = await this.deps.blobs.get(file.hash);
    if (!bytes) throw new PermanentFailure('The content of this file is missing.');
    const extracted = chunkDocument(await this.deps.reader.extract({ ...file, bytes }, signal));
    if (extracted.length === 0) throw new PermanentFailure('There is no text in this file.');
    if (extracted.length > MAX_CHUNKS) throw new PermanentFailure('This file has too much text to be embedded.');
    return extracted;
  }

  private async embedBatch(
    { ownerId, fileId }: EmbeddingClaim,
    { current, from }: { readonly current: TextEmbedder; readonly from: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { chunks, vectors, jobs, ledger, clock, holder } = this.deps;
    signal.throwIfAborted();
    if (!(await jobs.renew(fileId, holder, clock.now() + LEASE_MS))) throw new LeaseLost();
    const batch = await chunks.listByFile(ownerId, fileId, { from, limit: BATCH_SIZE });
    const texts = batch.map(toIndexedText);
    const embeddings = await embedMetered({ ledger, ownerId }, current, texts, 'document', signal);
    const records = batch.flatMap(({ ordinal }, at) => {
      const vector = embeddings[at];
      return vector ? [{ ordinal, vector }] : [];
    });
    await vectors.upsert(current.collection, { ownerId, fileId }, records);
  }

  private handleFailure(claim: EmbeddingClaim, error: unknown): Promise<void> {
    if (!isPermanent(error)) this.deps.observer.failed(`embedding file ${claim.fileId}`, error);
    const isNew = claim.work === 'embed' && claim.collection === null;
    if (isNew && isOutage(error)) return this.waitForService(claim, error);
    const exhausted = isPermanent(error) || claim.attempts >= MAX_ATTEMPTS;
    return isNew && exhausted ? this.giveUp(claim, error) : this.retry(claim, { error, isNew, exhausted });
  }

  /** With exponential backoff, at most five times for a new file; an outage does not count. */
  private async retry(
    { ownerId, fileId, attempts }: EmbeddingClaim,
    { error, isNew, exhausted }: { readonly error: unknown; readonly isNew: boolean; readonly exhausted: boolean },
  ): Promise<void> {
    const { files, jobs, clock, holder, random } = this.deps;
    const now = clock.now();
    if (isNew) await files.recordEmbeddingDelay(ownerId, fileId, { reason: toUserMessage(error), at: now });
    const delayMs = exhausted ? backoffMs(LONG_BACKOFF, 1, random) : backoffMs(BACKOFF, attempts, random);
    await jobs.reschedule(fileId, holder, { dueAt: now + delayMs, forget: exhausted });
  }

  private async waitForService({ ownerId, fileId }: EmbeddingClaim, error: unknown): Promise<void> {
    const { files, jobs, clock, holder, random } = this.deps;
    const now = clock.now();
    const since = (await files.find(ownerId, fileId))?.embeddingFailingSince ?? now;
    await files.recordEmbeddingDelay(ownerId, fileId, { reason: toUserMessage(error), at: now });
    const { minMs, maxMs } = OUTAGE_BACKOFF;
    const baseMs = Math.min(maxMs, Math.max(minMs, now - since));
    const delayMs = backoffMs({ baseMs, jitter: BACKOFF.jitter }, 1, random);
    await jobs.reschedule(fileId, holder, { dueAt: now + delayMs, forget: true });
  }

  private giveUp({ ownerId, fileId }: EmbeddingClaim, error: unknown): Promise<void> {
    const { files, jobs, chunks, work, holder } = this.deps;
    const failure = { embeddingStatus: 'failed', embeddingError: toUserMessage(error), chunkCount: 0 } as const;
    return work.run(async () => {
      if (!(await jobs.fail(fileId, holder))) return;
      await chunks.remove(ownerId, fileId);
      await files.setEmbedding(ownerId, fileId, failure);
    });
  }
}

/** Unreadable files, and permanent errors of the provider. */
const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentFailure ||
  error instanceof FileUnreadable ||
  (error instanceof EmbeddingError && !error.isRetryable);

/** A service that will be there again. */
const isOutage = (error: unknown): boolean =>
  error instanceof VectorsUnavailable || (error instanceof EmbeddingError && error.isRetryable);

const toUserMessage = (error: unknown): string =>
  error instanceof PermanentFailure || error instanceof EmbeddingError || error instanceof FileUnreadable
    ? error.message
    : 'The file could not be embedded. Please try again later.';
