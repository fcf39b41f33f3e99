import type { Clock } from '../kernel/ports.ts';
import type { ReplyDetails } from './details.ts';
import type {
  Allowance,
  CallCount,
  FileQuotes,
  FinishOutcome,
  Ledger,
  MessageRepository,
  ReplyRepository,
  WholeLog,
} from './ports.ts';
import type { FinalStatus, Reply } from './reply.ts';

export interface FinishTools {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly allowance: Allowance;
  readonly ledger: Ledger;
  readonly quotes: FileQuotes;
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

type Booked = Extract<FinishOutcome, 'finished' | 'replaced' | 'gone'>;

/** In the ledger, in the place of an owner whose reply is gone: perhaps the account is as well. */
const NOBODY = 'deleted';

/** Makes a reply final once: its row, its message, its reservation and its lines in the ledger together. Call it inside a transaction. */
export class FinishReply {
  private readonly tools: FinishTools;

  constructor(tools: FinishTools) {
    this.tools = tools;
  }

  /** False when another process has made it final for good, and nothing of this end counts. */
  async execute(reply: Reply, end: End, log?: WholeLog): Promise<boolean> {
    const final = { status: end.status, errorCode: end.code, text: end.text, finishedAt: this.tools.clock.now() };
    const outcome = await this.tools.replies.finish(reply, final, log);
    if (outcome === 'fenced') return false;
    if (outcome === 'repeated') return true; // of an earlier try only the answer was lost
    if (outcome !== 'gone') await this.rewrite(reply, end);
    await this.book(reply, end, outcome);
    await this.settle(reply, end, outcome);
    return true;
  }

  private async rewrite({ chatKey, messageId: id, cached, owner }: Reply, end: End): Promise<void> {
    if (chatKey === null || id === null) return;
    const { text: content, status, code: errorCode, details } = end;
    await this.tools.messages.rewrite(chatKey, { id, cached, content, status, errorCode, details });
    if (details && details.sources.length > 0) await this.tools.quotes.withdrawGone(owner, details.sources);
  }

  /** Each call has one line, whatever was written when the process was thought dead. */
  private async book({ id: replyId, owner, cached }: Reply, end: End, outcome: Booked): Promise<void> {
    const whose = outcome === 'gone' ? NOBODY : owner;
    const calls = end.calls.map((call) => ({ ...call, owner: whose, purpose: 'reply', replyId }) as const);
    if (outcome !== 'finished' && !cached) await this.tools.ledger.amend(replyId, calls);
    else if (calls.length > 0) await this.tools.ledger.record(calls);
  }

  private async settle({ reservationId }: Reply, { fault, text }: End, outcome: Booked): Promise<void> {
    if (reservationId === null) return;
    const { allowance } = this.tools;
    const settled = fault && text === '' ? 'refunded' : 'charged';
    if (outcome === 'replaced') await allowance.resettle(reservationId, settled);
    else await allowance.settle(reservationId, settled);
  }
}
