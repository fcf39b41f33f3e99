import { ReplyNotFound } from '../chat/errors.ts';
import type { ReplyRepository } from '../chat/replies/ports/reply-store.ts';
import type { RetrievalTrace, RetrievalTraces } from './ports.ts';

/** Returns the retrieval trace to the reply's owner. */
export class ExplainAnswer {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly traces: RetrievalTraces,
  ) {}

  /** Undefined for a reply without files. Throws `ReplyNotFound`, also for another person's reply. */
  async execute(ownerId: string, replyId: string): Promise<RetrievalTrace | undefined> {
    const owner = `user:${ownerId}`;
    const reply = await this.replies.find(replyId);
    if (reply?.owner !== owner) throw new ReplyNotFound();
    return this.traces.find(replyId, owner);
  }
}
