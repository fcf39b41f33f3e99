import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import type { ActiveReplies } from './active-replies.ts';

/** With fewer active replies none waits. */
const MIN_ACTIVE_TO_BATCH = 8;
const MAX_WAIT_MS = 100;
/**
 * A larger transaction would delay other requests noticeably, and clients that start again the moment a reply ends
 * would come back in herds.
 */
const MAX_BATCH_SIZE = 4;
const MAX_CONSECUTIVE_FAILURES = 2;

interface QueuedCommit {
  readonly commit: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits the ends of replies. With many active replies an end waits for others to share its transaction, because the
 * fixed cost of a transaction equals that of one end. This also lets simultaneous stops reach the provider before the
 * first write.
 */
export class CommitBatcher {
  private readonly queue: QueuedCommit[] = [];
  private running = false;

  constructor(
    private readonly work: UnitOfWork,
    private readonly activeReplies: ActiveReplies,
    private readonly clock: Clock,
  ) {}

  /** Runs `commit` in a transaction, which may be retried. Throws what `commit` throws. */
  run(commit: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ commit, resolve, reject });
      if (!this.running) void this.loop();
    });
  }

  private async loop(): Promise<void> {
    this.running = true;
    while (this.queue.length > 0) {
      if (this.activeReplies.size >= MIN_ACTIVE_TO_BATCH)
        await this.clock.sleep(
          this.queue.length >= MAX_BATCH_SIZE ? 0 : Math.min(MAX_WAIT_MS, this.activeReplies.size),
        );
      await this.commitBatch(this.queue.splice(0, MAX_BATCH_SIZE));
    }
    this.running = false;
  }

  private async commitBatch(batch: readonly QueuedCommit[]): Promise<void> {
    const failure = await this.tryCommit(batch);
    if (!failure) for (const { resolve } of batch) resolve();
    else if (batch.length === 1) batch[0]?.reject(failure.error);
    else await this.commitOneByOne(batch);
  }

  /**
   * One failing commit must not fail the others. After two failures in a row the database is considered down, and the
   * rest fails at once.
   */
  private async commitOneByOne(batch: readonly QueuedCommit[]): Promise<void> {
    let failed = 0;
    let lastError: unknown;
    for (const queued of batch) {
      const failure = failed < MAX_CONSECUTIVE_FAILURES ? await this.tryCommit([queued]) : { error: lastError };
      failed = failure ? failed + 1 : 0;
      lastError = failure?.error;
      if (failure) queued.reject(failure.error);
      else queued.resolve();
    }
  }

  private async tryCommit(batch: readonly QueuedCommit[]): Promise<{ readonly error: unknown } | undefined> {
    try {
      await this.work.run(async () => {
        for (const { commit } of batch) await commit();
      });
      return undefined;
    } catch (error) {
      return { error };
    }
  }
}
