import type { Clock } from '../../kernel/ports.ts';
import type { MessageRepository } from '../conversations/ports.ts';
import type { CallUsage, Ledger } from '../models/ports.ts';
import type { Allowance } from './ports/requesters.ts';
import type { FileQuotes } from './ports/files.ts';
import type { FinishOutcome, ReplyRepository, CompleteLog } from './ports/reply-store.ts';
import type { Reply } from './reply.ts';
import type { ToolQuestions } from './waiting/ports.ts';
import type { ReplyDetails } from '../../../shared/reply-details.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';

export interface CommitReplyDeps {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly allowance: Allowance;
  readonly ledger: Ledger;
  readonly quotes: FileQuotes;
  readonly questions: ToolQuestions;
  readonly clock: Clock;
}

export interface ReplyResult {
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly text: string;
  readonly details: ReplyDetails | null;
  /** The provider or the server failed: refunded when there is no text. */
  readonly refundable: boolean;
  /** The model reported that it has no answer: refunded. */
  readonly isUnanswered?: boolean;
  readonly calls: readonly CallUsage[];
  /** When the fallback answered. */
  readonly model?: string | undefined;
  /** Follow-ups are running. */
  readonly followUps?: boolean;
  /** Its tools asked the person. */
  readonly hasAsked?: boolean;
}

type CommittedOutcome = Extract<FinishOutcome, 'finished' | 'replaced' | 'gone'>;

/** Owner in the ledger when the reply, and perhaps the account, is deleted. */
const DELETED_OWNER = 'deleted';

const isRefunded = ({ refundable, isUnanswered = false, text }: ReplyResult): boolean =>
  isUnanswered || (refundable && text === '');

/** Makes a reply final: row, message, reservation and ledger. Call it inside a transaction. */
export class CommitReply {
  constructor(private readonly deps: CommitReplyDeps) {}

  /** False when another process made it final. */
  async execute(reply: Reply, result: ReplyResult, log?: CompleteLog): Promise<boolean> {
    const final = {
      status: result.status,
      errorCode: result.code,
      text: result.text,
      model: result.model,
      isUncacheable: result.isUnanswered ?? false,
      finishedAt: this.deps.clock.now(),
      ...(result.followUps ? ({ followUps: 'running' } as const) : {}),
    };
    const outcome = await this.deps.replies.finish(reply, final, log);
    if (outcome === 'fenced') return false;
    if (outcome === 'repeated') return true; // an earlier attempt was committed
    if (outcome !== 'gone') await this.updateMessage(reply, result);
    if (result.hasAsked) await this.deps.questions.withdraw(reply.id);
    await this.recordCalls(reply, result, outcome);
    await this.settleReservation(reply, result, outcome);
    return true;
  }

  private async updateMessage({ chatKey, messageId: id, cached, owner }: Reply, result: ReplyResult): Promise<void> {
    if (chatKey === null || id === null) return;
    const { text: content, status, code: errorCode, details, model } = result;
    await this.deps.messages.update(chatKey, { id, cached, content, status, errorCode, details, model });
    if (details && details.sources.length > 0) await this.deps.quotes.redactDeletedFiles(owner, details.sources);
  }

  /** Replaces lines that were recorded when the process was considered dead. */
  private async recordCalls(
    { id: replyId, owner, cached }: Reply,
    result: ReplyResult,
    outcome: CommittedOutcome,
  ): Promise<void> {
    const ledgerOwner = outcome === 'gone' ? DELETED_OWNER : owner;
    const line = { owner: ledgerOwner, purpose: 'reply', replyId, isRefunded: isRefunded(result) } as const;
    const calls = result.calls.map((call) => ({ ...call, ...line }));
    if (outcome !== 'finished' && !cached) await this.deps.ledger.amend(replyId, calls);
    else if (calls.length > 0) await this.deps.ledger.record(calls);
  }

  private async settleReservation(
    { reservationId }: Reply,
    result: ReplyResult,
    outcome: CommittedOutcome,
  ): Promise<void> {
    if (reservationId === null) return;
    const { allowance } = this.deps;
    const settlement = isRefunded(result) ? 'refunded' : 'charged';
    if (outcome === 'replaced') await allowance.resettle(reservationId, settlement);
    else await allowance.settle(reservationId, settlement);
  }
}
