import {
  type FinishOutcome,
  type LogEntry,
  type ReplyEnd,
  type ReplyFence,
  ReplyRepository,
  Runners,
  type CompleteLog,
} from '../../src/domain/chat/replies/ports/reply-store.ts';
import type { EventBatch, Reply } from '../../src/domain/chat/replies/reply.ts';
import { ChatStore } from './chats.ts';
import type { Clock } from '../../src/domain/kernel/ports.ts';
import { FixedClock, type Restorable, Rows } from './kernel.ts';

const DAY_MS = 86_400_000;

export class InMemoryReplyRepository extends ReplyRepository {
  private readonly store: ChatStore;
  /** Replies without a chat of which nothing is left but that they were counted. */
  private readonly swept = new Set<string>();

  constructor(store = new ChatStore()) {
    super();
    this.store = store;
  }

  async create(reply: Reply): Promise<void> {
    this.store.replies.set(reply.id, { reply, stopRequested: false });
  }

  async find(replyId: string): Promise<Reply | undefined> {
    const stored = this.store.replies.get(replyId);
    return stored && !this.swept.has(replyId) ? stored.reply : undefined;
  }

  async append(entries: readonly LogEntry[]): Promise<void> {
    for (const { reply, batch } of entries) {
      if (this.isWritableBy(reply) || this.isFollowedUpBy(reply)) this.log(reply.id, [batch]);
    }
  }

  private log(replyId: string, batches: readonly EventBatch[]): void {
    for (const batch of batches) {
      const logged = this.store.logs.get(replyId) ?? [];
      if (logged.some(({ first, events }) => first === batch.first && events.length > batch.events.length)) continue;
      const others = logged.filter(({ first }) => first !== batch.first);
      this.store.logs.set(
        replyId,
        [...others, batch].sort((a, b) => a.first - b.first),
      );
    }
  }

  async listEvents(replyId: string, from: number): Promise<readonly EventBatch[]> {
    const batches: EventBatch[] = [];
    let next = from;
    for (const { first, events } of this.store.logs.get(replyId) ?? []) {
      const start = Math.max(first, next);
      const rest = events.slice(start - first);
      if (rest.length === 0) continue;
      batches.push({ first: start, events: rest });
      next = start + rest.length;
    }
    return batches;
  }

  async takeOver(reply: ReplyFence): Promise<ReplyFence | undefined> {
    if (!this.isWritableBy(reply)) return undefined;
    const { id, runnerId } = reply;
    const fence = { id, runnerId, epoch: reply.epoch + 1 };
    this.change(id, fence);
    return fence;
  }

  async adopt(reply: ReplyFence, runnerId: string): Promise<ReplyFence | undefined> {
    if (!this.isWritableBy(reply)) return undefined;
    const fence = { id: reply.id, runnerId, epoch: reply.epoch + 1 };
    this.change(reply.id, fence);
    return fence;
  }

  async finish(reply: ReplyFence, end: ReplyEnd, log?: CompleteLog): Promise<FinishOutcome> {
    const { id } = reply;
    const { status, errorCode, text, finishedAt, followUps = 'none' } = end;
    const answered = {
      ...(end.model === undefined ? {} : { model: end.model }),
      ...(end.isUncacheable ? { promptKey: null } : {}),
    };
    const outcome = this.outcomeOf(reply);
    if (outcome === 'finished') {
      this.change(id, { status, errorCode, text, finishedAt, followUps, ...answered });
      const rest = log?.unsavedWithEnd();
      if (rest) this.log(id, [rest]);
    } else if (outcome === 'replaced') {
      this.change(id, { status, errorCode, text, finishedAt, epoch: reply.epoch + 2, ...answered });
      if (log) this.store.logs.set(id, [log.allWithEnd()]);
    }
    return outcome;
  }

  private outcomeOf(reply: ReplyFence): FinishOutcome {
    const stored = this.store.replies.get(reply.id)?.reply;
    if (!stored) return 'gone';
    const ahead = stored.epoch - reply.epoch;
    if (stored.runnerId !== reply.runnerId) return 'fenced';
    if (ahead === 1 && stored.status === 'interrupted') return 'replaced';
    if (ahead === 0) return stored.status === 'streaming' ? 'finished' : 'repeated';
    return ahead === 2 ? 'repeated' : 'fenced';
  }

  private isWritableBy({ id, runnerId, epoch }: ReplyFence): boolean {
    const stored = this.store.replies.get(id)?.reply;
    return stored?.status === 'streaming' && stored.runnerId === runnerId && stored.epoch === epoch;
  }

  private isFollowedUpBy({ id, runnerId, epoch }: ReplyFence): boolean {
    const stored = this.store.replies.get(id)?.reply;
    return stored?.followUps === 'running' && stored.runnerId === runnerId && stored.epoch === epoch;
  }

  async closeFollowUps(reply: ReplyFence, rest: EventBatch | undefined): Promise<boolean> {
    if (!this.isFollowedUpBy(reply)) return false;
    this.change(reply.id, { followUps: 'done' });
    if (rest) this.log(reply.id, [rest]);
    return true;
  }

  async listFollowedUp(chatKey?: string): Promise<readonly Reply[]> {
    return this.store.replies
      .all()
      .map(({ reply }) => reply)
      .filter((reply) => reply.followUps === 'running' && (chatKey === undefined || reply.chatKey === chatKey));
  }

  private change(id: string, more: Partial<Reply>): void {
    const stored = this.store.replies.get(id);
    if (stored) this.store.replies.set(id, { ...stored, reply: { ...stored.reply, ...more } });
  }

  async requestStop(replyId: string): Promise<void> {
    const stored = this.store.replies.get(replyId);
    if (stored) this.store.replies.set(replyId, { ...stored, stopRequested: true });
  }

  async listStopRequests(runnerId: string): Promise<readonly string[]> {
    return this.store.replies
      .all()
      .filter(({ reply }) => reply.status === 'streaming' || reply.followUps === 'running')
      .filter(({ reply, stopRequested }) => stopRequested && reply.runnerId === runnerId)
      .map(({ reply }) => reply.id);
  }

  async listStreaming(owner?: string): Promise<readonly Reply[]> {
    const replies = this.streams().map(({ reply }) => reply);
    return owner === undefined ? replies : replies.filter((reply) => reply.owner === owner);
  }

  async listRunning(runnerId: string): Promise<readonly Reply[]> {
    const running = [...(await this.listStreaming()), ...(await this.listFollowedUp())];
    return running.filter((reply) => reply.runnerId === runnerId);
  }

  async findCached(owner: string, promptKey: string, since: number): Promise<Reply | undefined> {
    return this.store.replies
      .all()
      .map(({ reply }) => reply)
      .filter((reply) => reply.owner === owner && reply.promptKey === promptKey)
      .filter((reply) => reply.status === 'complete' && reply.createdAt >= since)
      .sort((a, b) => b.createdAt - a.createdAt)[0];
  }

  async sweep(before: number): Promise<void> {
    const old = ({ finishedAt }: Reply) => finishedAt !== null && finishedAt < before;
    for (const [id] of this.store.logs.entries()) {
      const stored = this.store.replies.get(id);
      if (!stored || old(stored.reply)) this.store.logs.delete(id);
    }
    for (const { reply } of this.store.replies.all()) {
      if (reply.chatKey !== null || !old(reply)) continue;
      this.swept.add(reply.id);
      if ((reply.finishedAt ?? before) < before - DAY_MS) this.store.replies.delete(reply.id);
    }
  }

  private streams() {
    return this.store.replies.all().filter(({ reply }) => reply.status === 'streaming');
  }
}

/** The leases of all fake runners of a test. */
export class Leases implements Restorable {
  readonly untils = new Rows<number>();
  /** One process uses them. */
  isServedAlone = false;

  snapshot(): () => void {
    return this.untils.snapshot();
  }
}

export class InMemoryRunners extends Runners {
  readonly id: string;
  readonly leaseMs: number;
  private readonly leases: Leases;

  constructor(
    id = 'runner-1',
    leases = new Leases(),
    private readonly clock: Clock = new FixedClock(),
    leaseMs = 10_000,
  ) {
    super();
    this.id = id;
    this.leaseMs = leaseMs;
    this.leases = leases;
  }

  async renew(): Promise<void> {
    this.leases.untils.set(this.id, this.clock.now() + this.leaseMs);
  }

  async findExpired(runnerIds: readonly string[]): Promise<readonly string[]> {
    return runnerIds.filter((id) => (this.leases.untils.get(id) ?? 0) <= this.clock.now());
  }

  async listExpired(): Promise<readonly string[]> {
    return [...this.leases.untils.entries()].flatMap(([id, until]) => (until <= this.clock.now() ? [id] : []));
  }

  async forget(runnerId: string): Promise<void> {
    if ((this.leases.untils.get(runnerId) ?? 0) <= this.clock.now()) this.leases.untils.delete(runnerId);
  }

  async retireOthers(): Promise<void> {
    if (!this.leases.isServedAlone) return;
    for (const [id] of this.leases.untils.entries()) if (id !== this.id) this.leases.untils.set(id, 0);
  }

  async retire(): Promise<void> {
    if (this.leases.untils.get(this.id) !== undefined) this.leases.untils.set(this.id, 0);
  }
}
