import type { Clock } from '../kernel/ports.ts';
import type { ReplyDetails } from './details.ts';
import type { Allowance, CallCount, Ledger, MessageRepository, ReplyRepository } from './ports.ts';
import type { FinalStatus, Reply } from './reply.ts';

export interface FinishTools {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly allowance: Allowance;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export interface End {
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly text: string;
  readonly details: ReplyDetails | null;
  /** The fault was the provider's or ours: without text the use is given back. */
  readonly fault: boolean;
  /** The provider's calls that it took. */
  readonly calls: readonly CallCount[];
}

/** Makes a reply final once: its row, its message, its reservation and its lines in the ledger together. Call it inside a transaction. */
export class FinishReply {
  private readonly tools: FinishTools;

  constructor(tools: FinishTools) {
    this.tools = tools;
  }

  async execute(reply: Reply, end: End): Promise<void> {
    const { replies, messages, allowance, ledger, clock } = this.tools;
    const final = { status: end.status, errorCode: end.code, text: end.text, finishedAt: clock.now() };
    if (!(await replies.finish(reply.id, final))) return;
    if (reply.chatKey !== null && reply.messageId !== null) {
      const { messageId: id, cached } = reply;
      const { text: content, status, code: errorCode, details } = end;
      await messages.rewrite(reply.chatKey, { id, cached, content, status, errorCode, details });
    }
    if (end.calls.length > 0) await ledger.record(end.calls.map((call) => ({ ...call, owner: reply.owner, purpose: 'reply' })));
    const refunded = end.fault && end.text === '';
    if (reply.reservationId !== null) await allowance.settle(reply.reservationId, refunded ? 'refunded' : 'charged');
  }
}
