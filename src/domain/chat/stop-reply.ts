import { ReplyNotFound } from './errors.ts';
import type { LiveReplies } from './live-replies.ts';
import type { ReplyRepository } from './ports.ts';

/** Stops a reply: at once when this process writes it, else within a second; what it said is kept. Again: no effect. */
export class StopReply {
  private readonly replies: ReplyRepository;
  private readonly lives: LiveReplies;

  constructor(replies: ReplyRepository, lives: LiveReplies) {
    this.replies = replies;
    this.lives = lives;
  }

  async execute({ replyId, owner }: { replyId: string; owner: string }): Promise<void> {
    const live = this.lives.find(replyId);
    const reply = live?.reply ?? (await this.replies.find(replyId));
    if (reply?.owner !== owner) throw new ReplyNotFound();
    if (live) live.stop('stopped');
    else if (reply.status === 'streaming') await this.replies.requestStop(replyId);
  }
}
