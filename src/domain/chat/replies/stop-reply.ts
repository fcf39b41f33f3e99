import { ReplyNotFound } from '../errors.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { StopRequests } from './bus/stop-requests.ts';
import type { ReplyRepository } from './ports/reply-store.ts';

/**
 * Stops a reply: at once in this process, else as soon as the bus or the database says so. Its
 * text is stored. Idempotent.
 */
export class StopReply {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly activeReplies: ActiveReplies,
    private readonly requests: StopRequests,
  ) {}

  async execute({ replyId, owner }: { replyId: string; owner: string }): Promise<void> {
    const active = this.activeReplies.find(replyId);
    const reply = active?.reply ?? (await this.replies.find(replyId));
    if (reply?.owner !== owner) throw new ReplyNotFound();
    if (active) active.stop('stopped');
    else if (reply.status === 'streaming' || reply.followUps === 'running') await this.requests.send(replyId);
  }
}
