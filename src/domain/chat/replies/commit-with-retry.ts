import { backoffMs } from '../../kernel/backoff.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { CommitBatcher } from './commit-batcher.ts';
import type { ReplyResult, CommitReply } from './commit-reply.ts';
import type { ActiveReply } from './active-reply.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { ReplyObserver } from './ports/reply-store.ts';

const BACKOFF = { baseMs: 250, maxMs: 5000 };
/** Reports the first failure and then every twelfth. */
const REPORT_EVERY = 12;
/** Subscribers are notified when saving takes longer. */
const SAVING_NOTICE_AFTER_MS = 1000;
/** A reason of ours: the default one is an error with a stack, made for each reply. */
const STORED = 'stored';

export interface CommitWithRetryDeps {
  readonly activeReplies: ActiveReplies;
  readonly commitReply: CommitReply;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** Commits the ends of replies and retries as long as the process lives. */
export class CommitWithRetry {
  private readonly batcher: CommitBatcher;

  constructor(private readonly deps: CommitWithRetryDeps) {
    this.batcher = new CommitBatcher(deps.work, deps.activeReplies, deps.clock);
  }

  /** True when stored; false when another process owns the reply, or this one exits. Never rejects. */
  async execute(active: ActiveReply, result: ReplyResult): Promise<boolean> {
    const done = new AbortController();
    void this.announceSlowSave(active, done.signal);
    try {
      return await this.retryUntilStored(active, result);
    } finally {
      done.abort(STORED);
    }
  }

  private async retryUntilStored(active: ActiveReply, result: ReplyResult): Promise<boolean> {
    const { clock } = this.deps;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.commit(active, result);
      } catch (error) {
        this.reportFailure(active, error, attempt);
      }
      if (!active.abandoned.aborted) await clock.sleep(backoffMs(BACKOFF, attempt), active.abandoned);
      if (active.abandoned.aborted) return false;
    }
  }

  private async commit(active: ActiveReply, result: ReplyResult): Promise<boolean> {
    const { activeReplies, commitReply } = this.deps;
    let stored = false;
    await activeReplies.waitForCheckpoint();
    await this.batcher.run(async () => {
      stored = await commitReply.execute(active.reply, result, active);
    });
    return stored;
  }

  private reportFailure({ reply }: ActiveReply, error: unknown, attempt: number): void {
    if (attempt % REPORT_EVERY !== 1) return;
    this.deps.observer.failed(`storing reply ${reply.id}, try ${attempt}; it is tried again`, error);
  }

  private async announceSlowSave(active: ActiveReply, done: AbortSignal): Promise<void> {
    await this.deps.clock.sleep(SAVING_NOTICE_AFTER_MS, done);
    if (!done.aborted) active.publishNotice('saving');
  }
}
