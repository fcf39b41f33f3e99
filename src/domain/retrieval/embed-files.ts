import type { Ledger, ReplyObserver } from '../chat/ports.ts';
import { FileUnreadable } from '../files/errors.ts';
import type { Blobs, DocumentReader, FileRepository, StoredFile } from '../files/ports.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { wordingOf } from './chunk.ts';
import { chunksOf } from './chunk-document.ts';
import { EmbeddingFault } from './errors.ts';
import type { Chunk, Chunks, Claim, EmbeddingJobs, EmbeddingModels, Vectors } from './ports.ts';
import { recordEmbedding } from './record-embedding.ts';

const TICK_MS = 1000;
/** How long a claim holds without being renewed; each batch renews it, and no batch takes so long. */
const LEASE_MS = 180_000;
const CATCH_UP_MS = 3_600_000;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5000;
/** A file whose old vectors still serve is not given up: it is tried again so much later. */
const REST_MS = 3_600_000;
const BATCH = 64;
/** Longer files are told to be too long. */
const MOST_CHUNKS = 50_000;

export interface EmbedTools {
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly reader: DocumentReader;
  readonly chunks: Chunks;
  readonly vectors: Vectors;
  readonly jobs: EmbeddingJobs;
  readonly models: EmbeddingModels;
  readonly ledger: Ledger;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
  /** Names this process in the leases. */
  readonly holder: string;
  /** 0 to 1, for the pauses between tries. */
  readonly random: () => number;
}

/** A file that cannot be embedded however often it is tried; the message is for its owner. */
class Hopeless extends Error {}

/** The claim went to somebody else, or the file is gone: nothing more is to be done. */
class NoLongerOurs extends Error {}

/**
 * Embeds files in the background, as jobs of the database: any process may take one, and one that dies leaves it to the
 * next. Each success or failure is told with the file.
 */
export class EmbedFiles {
  private readonly tools: EmbedTools;

  constructor(tools: EmbedTools) {
    this.tools = tools;
  }

  /** Works until `signal` aborts; what it was at then is left to whoever comes next. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, observer } = this.tools;
    for (let caughtUp = -Infinity; !signal.aborted;) {
      try {
        if (clock.now() - caughtUp >= CATCH_UP_MS) {
          await this.tools.jobs.catchUp(this.tools.models.current.collection.version, clock.now());
          caughtUp = clock.now();
        }
        while (!signal.aborted && (await this.one(signal)));
      } catch (error) {
        observer.failed('the queue of files to embed', error);
      }
      await clock.sleep(TICK_MS, signal);
    }
  }

  /** Does the next piece of work; false when there was none. */
  async one(signal: AbortSignal): Promise<boolean> {
    const { jobs, clock, holder } = this.tools;
    const claim = await jobs.claim({ holder, now: clock.now(), until: clock.now() + LEASE_MS });
    if (!claim) return false;
    try {
      if (claim.work === 'remove') await this.clear(claim);
      else await this.embed(claim, signal);
    } catch (error) {
      if (signal.aborted) await jobs.putOff(claim.fileId, holder, { dueAt: clock.now(), forget: true });
      else if (error instanceof NoLongerOurs) await this.leave(claim);
      else await this.failed(claim, error);
    }
    return true;
  }

  /** What was written after the file was removed must not stay. */
  private async leave({ ownerId, fileId }: Claim): Promise<void> {
    const { files, vectors, chunks } = this.tools;
    if (await files.find(ownerId, fileId)) return;
    await vectors.removeFile(ownerId, fileId);
    await chunks.remove(ownerId, fileId);
  }

  private async clear({ ownerId, fileId }: Claim): Promise<void> {
    const { vectors, chunks, jobs, holder } = this.tools;
    await vectors.removeFile(ownerId, fileId);
    await chunks.remove(ownerId, fileId);
    await jobs.forget(fileId, holder);
  }

  private async embed(claim: Claim, signal: AbortSignal): Promise<void> {
    const {
      files,
      jobs,
      models: { current },
      work,
      holder,
    } = this.tools;
    const { ownerId, fileId } = claim;
    const chunkCount = await this.prepare(claim, signal);
    for (let from = 0; from < chunkCount; from += BATCH) await this.batch(claim, from, signal);
    const kept = await work.run(async () => {
      if (!(await jobs.done(fileId, holder, current.collection.version))) throw new NoLongerOurs();
      return files.setEmbedding(ownerId, fileId, { embeddingStatus: 'completed', embeddingError: null, chunkCount });
    });
    if (!kept) return this.leave(claim);
    await this.removeOld(claim, current.collection.version);
  }

  /** Vectors of an earlier model serve no more. Should that fail, they go with the file. */
  private async removeOld({ ownerId, fileId }: Claim, version: string): Promise<void> {
    try {
      await this.tools.vectors.removeFile(ownerId, fileId, version);
    } catch (error) {
      this.tools.observer.failed(`removing the earlier vectors of file ${fileId}`, error);
    }
  }

  /** Has the file's chunks in place; answers how many. Those of an earlier run are taken as they are. */
  private async prepare(claim: Claim, signal: AbortSignal): Promise<number> {
    const { files, chunks, jobs, work, clock, holder } = this.tools;
    const { ownerId, fileId } = claim;
    const file = await files.find(ownerId, fileId);
    if (!file) {
      await this.clear(claim);
      throw new NoLongerOurs(); // what called for it is over
    }
    if (claim.collection !== null && file.embeddingStatus === 'completed' && file.chunkCount > 0)
      return file.chunkCount;
    const made = await this.read(file, signal);
    await work.run(async () => {
      if (!(await jobs.renew(fileId, holder, clock.now() + LEASE_MS))) throw new NoLongerOurs();
      await chunks.replace(ownerId, fileId, made);
    });
    return made.length;
  }

  private async read(file: StoredFile, signal: AbortSignal): Promise<Chunk[]> {
    const bytes = await this.tools.blobs.get(file.hash);
    if (!bytes) throw new Hopeless('The content of this file is missing.');
    const made = chunksOf(
      await this.tools.reader.read({ ownerId: file.ownerId, kind: file.kind, name: file.name, bytes }, signal),
    );
    if (made.length === 0) throw new Hopeless('There is no text in this file.');
    if (made.length > MOST_CHUNKS) throw new Hopeless('This file has too much text to be embedded.');
    return made;
  }

  private async batch({ ownerId, fileId }: Claim, from: number, signal: AbortSignal): Promise<void> {
    const {
      chunks,
      vectors,
      jobs,
      models: { current },
      ledger,
      clock,
      holder,
    } = this.tools;
    signal.throwIfAborted();
    if (!(await jobs.renew(fileId, holder, clock.now() + LEASE_MS))) throw new NoLongerOurs();
    const some = await chunks.ofFile(ownerId, fileId, { from, limit: BATCH });
    const { vectors: made, usage } = await current.embed(some.map(wordingOf), 'document', signal);
    if (usage) await recordEmbedding(ledger, { ownerId, model: current.model, usage });
    const records = some.flatMap(({ ordinal }, at) => {
      const vector = made[at];
      return vector ? [{ ordinal, vector }] : [];
    });
    await vectors.upsert(current.collection, { ownerId, fileId }, records);
  }

  /** Tried again after a pause that doubles, at most five times; then the file says why. */
  private async failed(claim: Claim, error: unknown): Promise<void> {
    const { jobs, clock, observer, holder, random } = this.tools;
    const lasting = isLasting(error);
    if (!lasting) observer.failed(`embedding file ${claim.fileId}`, error);
    if (claim.work === 'embed' && claim.collection === null && (lasting || claim.attempts >= MOST_ATTEMPTS))
      return this.giveUp(claim, error);
    const spent = lasting || claim.attempts >= MOST_ATTEMPTS;
    const pause = spent ? REST_MS : FIRST_PAUSE_MS * 2 ** (claim.attempts - 1);
    await jobs.putOff(claim.fileId, holder, {
      dueAt: clock.now() + Math.round(pause * (0.5 + random())),
      forget: spent,
    });
  }

  private giveUp({ ownerId, fileId }: Claim, error: unknown): Promise<void> {
    const { files, jobs, chunks, work, holder } = this.tools;
    return work.run(async () => {
      if (!(await jobs.giveUp(fileId, holder))) return;
      await chunks.remove(ownerId, fileId);
      await files.setEmbedding(ownerId, fileId, {
        embeddingStatus: 'failed',
        embeddingError: wordsOf(error),
        chunkCount: 0,
      });
    });
  }
}

/** A file that cannot be read stays so, and so does what a provider refuses for good. */
const isLasting = (error: unknown): boolean =>
  error instanceof Hopeless || error instanceof FileUnreadable || (error instanceof EmbeddingFault && !error.passing);

const wordsOf = (error: unknown): string =>
  error instanceof Hopeless || error instanceof EmbeddingFault || error instanceof FileUnreadable
    ? error.message
    : 'The file could not be embedded. Please try again later.';
