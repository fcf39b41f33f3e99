import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import type { ActiveReplies } from './active-replies.ts';

/** While fewer replies run than this, none waits for others. */
const MIN_ACTIVE_TO_BATCH = 8;
/** Milliseconds. */
const MAX_WAIT_MS = 100;
/** More in one transaction would be felt by whoever is served meanwhile. */
const MAX_BATCH_SIZE = 10;
const MAX_CONSECUTIVE_FAILURES = 2;

interface QueuedCommit {
  readonly commit: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores the ends of replies. Where many replies run, an end waits a moment, the longer the more there are, for others to
 * share its transaction: what a transaction costs by itself is as much as one end. It also lets stops that come together
 * reach the provider before the first of them is written.
 */
export class CommitBatcher {
  private readonly work: UnitOfWork;
  private readonly activeReplies: ActiveReplies;
  private readonly clock: Clock;
  private readonly queue: QueuedCommit[] = [];
  private running = false;

  constructor(work: UnitOfWork, activeReplies: ActiveReplies, clock: Clock) {
    this.work = work;
    this.activeReplies = activeReplies;
    this.clock = clock;
  }

  /** Runs `store` in a transaction; it may be run again when that is undone. Throws what `store` throws. */
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
   * One that cannot be stored must not keep the others from it. Two in a row that cannot are no fault of theirs: the
   * database is away, and the others would only wait for what each of them waits for.
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
