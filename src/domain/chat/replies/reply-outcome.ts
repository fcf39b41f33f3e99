import type { ReplyEvent } from '../../../shared/reply-event.ts';
import { CUT_CODE, type FinalStatus } from '../../../shared/reply-status.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { ModelError } from '../errors.ts';
import { type ActiveReply, ReplyStopped } from './active-reply.ts';
import type { CutReason } from '../models/ports.ts';
import type { ReplyObserver } from './ports/reply-store.ts';
import type { UserRequester } from './ports/requesters.ts';
import { interruptionEvent } from './reply.ts';

export interface ReplyOutcome {
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly events: readonly ReplyEvent[];
  /** The provider or the server failed. */
  readonly refundable: boolean;
  /** The account at the end of a reply that waited. */
  readonly requester?: UserRequester;
}

const TRUNCATED_MESSAGE = 'The reply reached its length limit. Ask to continue for the rest.';
const WITHHELD =
  'The AI service ended this reply because of its content rules. Please rephrase, or choose another model.';
const UNEXPECTED_ERROR = new ModelError('INTERNAL_ERROR', 'Internal error');

const completeOutcome: ReplyOutcome = { status: 'complete', code: null, events: [], refundable: false };

const truncatedOutcome: ReplyOutcome = {
  status: 'complete',
  code: CUT_CODE,
  events: [{ type: 'error', error: 'Length limit reached', code: CUT_CODE, message: TRUNCATED_MESSAGE }],
  refundable: false,
};

/** What the provider's content rules left of an answer is no whole one. */
const withheldOutcome: ReplyOutcome = {
  status: 'interrupted',
  code: CUT_CODE,
  events: [{ type: 'error', error: 'The AI service withheld the rest', code: CUT_CODE, message: WITHHELD }],
  refundable: false,
};

/** How an answer of a model ends; undefined: it is whole. */
export const outcomeOfCut = (cut: CutReason | undefined): ReplyOutcome => {
  if (cut === 'filtered') return withheldOutcome;
  return cut === 'length' ? truncatedOutcome : completeOutcome;
};

/** A model that wrote thoughts and no answer. */
export const onlyThoughts = (cut: CutReason | undefined): ModelError =>
  cut === 'length'
    ? new ModelError('MODEL_CONFIG_ERROR', 'The model used up its length before it said anything')
    : new ModelError('API_RATE_LIMIT_EXCEEDED', 'The AI service sent an empty reply');

/** An expected end; a reply that waited also ends when its account lost a right meanwhile. */
const isExpected = (error: unknown): error is DomainError =>
  error instanceof ModelError || (error instanceof DomainError && error.kind === 'forbidden');

export const outcomeOfError = (error: unknown, active: ActiveReply, observer: ReplyObserver): ReplyOutcome => {
  const reason: unknown = active.abort.signal.aborted ? active.abort.signal.reason : error;
  if (reason instanceof ReplyStopped) {
    const { status } = reason;
    const interrupted = status === 'interrupted';
    return { status, code: null, events: interrupted ? [interruptionEvent] : [], refundable: interrupted };
  }
  if (!isExpected(reason)) observer.failed(`reply ${active.reply.id}`, reason);
  else if (reason.cause !== undefined) observer.failed(`the provider, for reply ${active.reply.id}`, reason.cause);
  const { code = UNEXPECTED_ERROR.code, message: text, details } = isExpected(reason) ? reason : UNEXPECTED_ERROR;
  const { message } = details;
  const event: ReplyEvent = { type: 'error', error: text, code, ...(typeof message === 'string' && { message }) };
  return { status: 'error', code, events: [event], refundable: true };
};
