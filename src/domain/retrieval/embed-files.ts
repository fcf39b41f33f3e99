import type { Ledger } from '../chat/models/ports.ts';
import { BlobMissing } from '../files/errors.ts';
import type { Blobs } from '../files/ports/blobs.ts';
import { backoffMs } from '../kernel/backoff.ts';
import type { DocumentReader } from '../files/ports/documents.ts';
import type { StoredFile } from '../files/ports/file-repository.ts';
import { toIndexedText } from './chunk.ts';
import { fileTokens } from './chunk-text.ts';
import { chunkDocument } from './chunk-document.ts';
import { EmbeddingFailures, type EmbeddingFailuresDeps, PermanentFailure } from './embedding-failures.ts';
import type { Chunk, EmbeddingClaim, EmbeddingProgress, EmbeddingModels, TextEmbedder, VectorStore } from './ports.ts';
import { embedMetered } from './embed-metered.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

const POLL_INTERVAL_MS = 1000;
/** Renewed with each batch; no batch takes as long. */
const LEASE_MS = 180_000;
const CATCH_UP_INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 64;
/** After so many chunks a file gives way to files of others. */
const TURN_CHUNKS = 4 * BATCH_SIZE;
const OUTAGE_PAUSE = { baseMs: 1000, maxMs: 10_000 } as const;
/** Longer files fail. */
const MAX_CHUNKS = 50_000;

export interface EmbedFilesDeps extends EmbeddingFailuresDeps {
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly vectors: VectorStore;
  /** Names the store of `vectors`. */
  readonly store: string;
  readonly models: EmbeddingModels;
  readonly ledger: Ledger;
}

/** Another process owns the job, or the file was deleted. */
class LeaseLost extends Error {}

/**
 * Embeds files with jobs in the database: any process may take one, and the job of a dead process is taken by another.
 * The result is stored with the file.
 */
export class EmbedFiles {
  private readonly failures: EmbeddingFailures;
  /** In a row. */
  private serviceFaults = 0;

  constructor(private readonly deps: EmbedFilesDeps) {
    this.failures = new EmbeddingFailures(deps);
  }

  /** Runs until `signal` aborts; unfinished jobs are left to other processes. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, observer } = this.deps;
    for (let caughtUp = { at: -Infinity, version: '' }; !signal.aborted;) {
      try {
        const version = this.deps.models.target;
        const isDue = caughtUp.version !== version || clock.now() - caughtUp.at >= CATCH_UP_INTERVAL_MS;
        if (version !== undefined && isDue) {
          await this.deps.jobs.useStore(this.deps.store, clock.now());
          await this.deps.jobs.enqueueOutdated(version, clock.now());
          caughtUp = { at: clock.now(), version };
        }
        while (!signal.aborted && (await this.runNext(signal))) await this.pauseInOutage(signal);
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
    let isServiceFault = false;
    try {
      if (claim.work === 'remove') await this.removeIndex(claim);
      else await this.embedFile(claim, signal);
    } catch (error) {
      if (signal.aborted) await jobs.reschedule(claim.fileId, holder, { dueAt: clock.now(), forget: true });
      else if (error instanceof LeaseLost) await this.cleanUpIfRemoved(claim);
      else isServiceFault = (await this.failures.handle(claim, error)) === 'service';
    }
    this.serviceFaults = isServiceFault ? this.serviceFaults + 1 : 0;
    return true;
  }

  /** A service that is away or refuses its key would be asked for each file of the queue, with a line in the log. */
  private async pauseInOutage(signal: AbortSignal): Promise<void> {
    if (this.serviceFaults > 0) await this.deps.clock.sleep(backoffMs(OUTAGE_PAUSE, this.serviceFaults), signal);
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
    const chunkCount = claim.progress?.total ?? (await this.prepareChunks(claim, signal));
    const first = claim.progress?.version === version ? claim.progress.embedded : 0;
    for (let from = first; from < chunkCount; from += BATCH_SIZE) {
      await this.renew(claim, { version, embedded: from, total: chunkCount });
      const isTurnOver = from > first && (from - first) % TURN_CHUNKS === 0;
      if (isTurnOver && (await this.giveWay(claim))) return;
      await this.failures.watch(claim, this.embedBatch(claim, { current, from }, signal));
    }
    const stored = await work.run(async () => {
      if (!(await jobs.complete(fileId, holder, version))) throw new LeaseLost();
      return files.setEmbedding(ownerId, fileId, { embeddingStatus: 'completed', embeddingError: null, chunkCount });
    });
    if (!stored) return this.cleanUpIfRemoved(claim);
    await this.removeOldVectors(claim, version);
  }

  private async renew({ fileId }: EmbeddingClaim, progress: EmbeddingProgress): Promise<void> {
    const { jobs, clock, holder } = this.deps;
    if (!(await jobs.renew(fileId, holder, clock.now() + LEASE_MS, progress))) throw new LeaseLost();
  }

  /** The turn is over: another owner's job is next, if there is one. */
  private async giveWay({ ownerId, fileId }: EmbeddingClaim): Promise<boolean> {
    const { jobs, clock, holder } = this.deps;
    const now = clock.now();
    if (!(await jobs.isAnotherDue(ownerId, now))) return false;
    await jobs.reschedule(fileId, holder, { dueAt: now, forget: true });
    return true;
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
    const bytes = await this.deps.blobs.read(file.hash);
    if (!bytes) throw new BlobMissing();
    const extracted = chunkDocument(await this.deps.reader.extract({ ...file, bytes }, signal));
    if (extracted.length === 0) throw new PermanentFailure(FILE_FAILURES.withoutText);
    if (extracted.length > MAX_CHUNKS) throw new PermanentFailure(FILE_FAILURES.tooMuchToEmbed);
    return extracted;
  }

  private async embedBatch(
    { ownerId, fileId }: EmbeddingClaim,
    { current, from }: { readonly current: TextEmbedder; readonly from: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { chunks, vectors, ledger } = this.deps;
    signal.throwIfAborted();
    const batch = await chunks.listByFile(ownerId, fileId, { from, limit: BATCH_SIZE });
    const texts = batch.map(toIndexedText);
    const embeddings = await embedMetered({ ledger, ownerId }, current, texts, 'document', signal);
    const records = batch.flatMap(({ ordinal }, at) => {
      const vector = embeddings[at];
      return vector ? [{ ordinal, vector }] : [];
    });
    await vectors.upsert(current.collection, { ownerId, fileId }, records);
  }
}
