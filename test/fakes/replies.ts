import { ReplyRepository, Runners } from '../../src/domain/chat/ports.ts';
import type { EventBatch, Reply } from '../../src/domain/chat/reply.ts';
import { ChatStore } from './chats.ts';
import { type Restorable, Rows } from './kernel.ts';

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
    const kept = this.store.replies.get(replyId);
    return kept && !this.swept.has(replyId) ? kept.reply : undefined;
  }

  async append(entries: readonly { readonly replyId: string; readonly batch: EventBatch }[]): Promise<void> {
    for (const { replyId, batch } of entries) {
      const logged = this.store.logs.get(replyId) ?? [];
      if (logged.some(({ first, events }) => first === batch.first && events.length > batch.events.length)) continue;
      const others = logged.filter(({ first }) => first !== batch.first);
      this.store.logs.set(replyId, [...others, batch].sort((a, b) => a.first - b.first));
    }
  }

  async eventsFrom(replyId: string, from: number): Promise<readonly EventBatch[]> {
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

  async finish(replyId: string, end: Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'>): Promise<boolean> {
    const kept = this.store.replies.get(replyId);
    if (kept?.reply.status !== 'streaming') return false;
    const { status, errorCode, text, finishedAt } = end;
    this.store.replies.set(replyId, { ...kept, reply: { ...kept.reply, status, errorCode, text, finishedAt } });
    return true;
  }

  async requestStop(replyId: string): Promise<void> {
    const kept = this.store.replies.get(replyId);
    if (kept) this.store.replies.set(replyId, { ...kept, stopRequested: true });
  }

  async stopRequests(runnerId: string): Promise<readonly string[]> {
    return this.streams()
      .filter(({ reply, stopRequested }) => stopRequested && reply.runnerId === runnerId)
      .map(({ reply }) => reply.id);
  }

  async streaming(): Promise<readonly Reply[]> {
    return this.streams().map(({ reply }) => reply);
  }

  async findAnswered(owner: string, promptKey: string, since: number): Promise<Reply | undefined> {
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
      const kept = this.store.replies.get(id);
      if (!kept || old(kept.reply)) this.store.logs.delete(id);
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

  snapshot(): () => void {
    return this.untils.snapshot();
  }
}

export class InMemoryRunners extends Runners {
  readonly id: string;
  private readonly leases: Leases;

  constructor(id = 'runner-1', leases = new Leases()) {
    super();
    this.id = id;
    this.leases = leases;
  }

  async renew(now: number): Promise<void> {
    this.leases.untils.set(this.id, now + 10_000);
  }

  async dead(runnerIds: readonly string[], now: number): Promise<readonly string[]> {
    return runnerIds.filter((id) => (this.leases.untils.get(id) ?? 0) <= now);
  }

  async retire(): Promise<void> {
    this.leases.untils.delete(this.id);
  }
}
