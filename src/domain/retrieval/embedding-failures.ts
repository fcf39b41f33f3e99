import type { ReplyObserver } from '../chat/replies/ports/reply-store.ts';
import { BlobMissing, BlobUnreadable, FileUnreadable, StorageFailed } from '../files/errors.ts';
import type { FileRepository } from '../files/ports/file-repository.ts';
import { backoffMs } from '../kernel/backoff.ts';
import { isOutage } from '../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { EmbeddingError, VectorsUnavailable } from './errors.ts';
import type { ChunkRepository, EmbeddingClaim, EmbeddingJobs } from './ports.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

const MAX_ATTEMPTS = 5;
const BACKOFF = { baseMs: 5000, jitter: [0.5, 1.5] } as const;
/** While a service is down, as long as it already was, within these. */
const OUTAGE_BACKOFF = { minMs: 5000, maxMs: 300_000 } as const;
/** Files with usable old vectors are retried after this instead of failing. */
const LONG_BACKOFF = { baseMs: 3_600_000, jitter: [0.5, 1.5] } as const;
/** After this the owner is told that a service is slow. */
const SILENCE_MS = 8000;

export interface EmbeddingFailuresDeps {
  readonly files: FileRepository;
  readonly chunks: ChunkRepository;
  readonly jobs: EmbeddingJobs;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
  /** Identifies this process in leases. */
  readonly holder: string;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** Retrying is useless; the message is for the owner. */
export class PermanentFailure extends Error {}

/** Retries jobs or gives them up, and tells the owner why a file waits. */
export class EmbeddingFailures {
  constructor(private readonly deps: EmbeddingFailuresDeps) {}

  /** Tells the owner while a service is silent. */
  async watch<T>(claim: EmbeddingClaim, call: Promise<T>): Promise<T> {
    const answered = new AbortController();
    const silence = this.tellSilence(claim, answered.signal).catch((error: unknown) =>
      this.deps.observer.failed(`telling that file ${claim.fileId} waits`, error),
    );
    try {
      return await call;
    } finally {
      answered.abort();
      await silence;
    }
  }

  private async tellSilence(claim: EmbeddingClaim, answered: AbortSignal): Promise<void> {
    await this.deps.clock.sleep(SILENCE_MS, answered);
    if (!answered.aborted && isNew(claim)) await this.recordDelay(claim, FILE_FAILURES.embeddingSilent);
  }

  private recordDelay({ ownerId, fileId, collection }: EmbeddingClaim, reason: string): Promise<void> {
    const { files, clock } = this.deps;
    const status = collection === null ? 'pending' : 'completed';
    return files.recordEmbeddingDelay(ownerId, fileId, { status, reason, at: clock.now() });
  }

  /** Returns whose fault it is. */
  async handle(claim: EmbeddingClaim, error: unknown): Promise<'file' | 'service'> {
    if (!isFileFault(error)) this.deps.observer.failed(`embedding file ${claim.fileId}`, error);
    const whose = isServiceFault(error) ? 'service' : 'file';
    const exhausted = isPermanent(error) || claim.attempts >= MAX_ATTEMPTS;
    if (claim.work === 'embed' && whose === 'service') await this.waitForService(claim, error);
    else if (isNew(claim) && exhausted) await this.giveUp(claim, error);
    else await this.retry(claim, error, exhausted);
    return whose;
  }

  /** With exponential backoff, at most five times for a new file; an outage does not count. */
  private async retry(claim: EmbeddingClaim, error: unknown, exhausted: boolean): Promise<void> {
    const { clock, random } = this.deps;
    const delayMs = exhausted ? backoffMs(LONG_BACKOFF, 1, random) : backoffMs(BACKOFF, claim.attempts, random);
    await this.reschedule(claim, error, { dueAt: clock.now() + delayMs, forget: exhausted });
  }

  private async waitForService(claim: EmbeddingClaim, error: unknown): Promise<void> {
    const { files, clock, random } = this.deps;
    const now = clock.now();
    const since = (await files.find(claim.ownerId, claim.fileId))?.embeddingFailingSince ?? now;
    const { minMs, maxMs } = OUTAGE_BACKOFF;
    const baseMs = Math.min(maxMs, Math.max(minMs, now - since));
    const delayMs = backoffMs({ baseMs, jitter: BACKOFF.jitter }, 1, random);
    await this.reschedule(claim, error, { dueAt: now + delayMs, forget: true });
  }

  private async reschedule(
    claim: EmbeddingClaim,
    error: unknown,
    to: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<void> {
    const isHeld = await this.deps.jobs.reschedule(claim.fileId, this.deps.holder, to);
    if (isHeld && claim.work === 'embed') await this.recordDelay(claim, toUserMessage(error));
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

/** Without vectors of an earlier model, which would be used until then. */
const isNew = ({ work, collection }: EmbeddingClaim): boolean => work === 'embed' && collection === null;

/** Of no interest to the operator. */
const isFileFault = (error: unknown): error is PermanentFailure | FileUnreadable =>
  error instanceof PermanentFailure || error instanceof FileUnreadable;

const isRefusedText = (error: unknown): boolean => error instanceof EmbeddingError && error.failure === 'refused';

const isPermanent = (error: unknown): boolean =>
  isFileFault(error) || isRefusedText(error) || error instanceof BlobMissing;

/** What will be there again, or what the operator has yet to set up rightly. */
const isServiceFault = (error: unknown): boolean =>
  isOutage(error) || error instanceof VectorsUnavailable || (error instanceof EmbeddingError && !isRefusedText(error));

const toUserMessage = (error: unknown): string => {
  if (error instanceof StorageFailed) return FILE_FAILURES.storageUnanswered;
  const isForOwner = [BlobMissing, BlobUnreadable, EmbeddingError].some((kind) => error instanceof kind);
  return error instanceof Error && (isForOwner || isFileFault(error)) ? error.message : FILE_FAILURES.notEmbedded;
};
