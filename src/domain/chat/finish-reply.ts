import type { Clock } from '../kernel/ports.ts';
import type { Allowance, MessageRepository, ReplyRepository } from './ports.ts';
import type { FinalStatus, Reply } from './reply.ts';

export interface FinishTools {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly allowance: Allowance;
  readonly clock: Clock;
}

export interface End {
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly text: string;
  /** The fault was the provider's or ours: without text the use is given back. */
  readonly fault: boolean;
}

/** Makes a reply final once: its row, its message and its reservation together. Call it inside a transaction. */
export class FinishReply {
  private readonly tools: FinishTools;

  constructor(tools: FinishTools) {
    this.tools = tools;
  }

  async execute(reply: Reply, end: End): Promise<void> {
    const { replies, messages, allowance, clock } = this.tools;
    const final = { status: end.status, errorCode: end.code, text: end.text, finishedAt: clock.now() };
    if (!(await replies.finish(reply.id, final))) return;
    if (reply.chatKey !== null && reply.messageId !== null) {
      const { messageId: id, cached } = reply;
      await messages.rewrite(reply.chatKey, { id, cached, content: end.text, status: end.status, errorCode: end.code });
    }
    const refunded = end.fault && end.text === '';
    if (reply.reservationId !== null) await allowance.settle(reply.reservationId, refunded ? 'refunded' : 'charged');
  }
}
