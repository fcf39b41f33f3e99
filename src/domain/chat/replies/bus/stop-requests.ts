import type { ReplyRepository } from '../ports/reply-store.ts';
import type { ReplyBus } from './ports.ts';

/**
 * Asks the process that runs a reply to stop it: in the database, which loses nothing, and by the bus, which is fast.
 */
export class StopRequests {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly bus: ReplyBus,
  ) {}

  async send(replyId: string): Promise<void> {
    await Promise.all([this.replies.requestStop(replyId), this.bus.sendStop(replyId)]);
  }
}
