import { MAX_PINNED_CHATS } from '../../shared/pinned-chats.ts';
import { REFUSALS } from '../../shared/refusals.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';
import { DomainError, fixedError, type ErrorKind } from '../kernel/domain-error.ts';
import { LimitReached, type ReachedLimit } from '../kernel/limit-message.ts';

export class ChatNotFound extends fixedError('not_found', 'Chat not found', 'CHAT_NOT_FOUND') {}
export class ReplyNotFound extends fixedError('not_found', 'Reply not found') {}

/** A message id was sent again with other text. Stored messages are never replaced. */
export class MessageConflict extends DomainError {
  readonly kind = 'conflict';

  constructor(messageId: string) {
    super('A message with this id already exists with other text', { messageId });
  }
}

/** An artifact of an answer that is still written can only be changed afterwards. */
export class AnswerNotFinished extends fixedError(
  'conflict',
  'The answer is still being written',
  'ANSWER_NOT_FINISHED',
) {}

/** Later answers build on what the person would change or delete. */
export class ChatWentOn extends fixedError('conflict', 'The chat has gone on after this answer', 'CHAT_WENT_ON') {}

export class TooManyVersions extends fixedError(
  'conflict',
  'This answer has as many own versions as it can have. Delete some of them, or go on with a message.',
  'TOO_MANY_VERSIONS',
) {}

export class TooManyPins extends fixedError(
  'conflict',
  `${MAX_PINNED_CHATS} chats can be pinned. Unpin one of them first.`,
  'TOO_MANY_PINS',
) {}

export class TemporaryChatStays extends fixedError(
  'conflict',
  'A temporary chat can be neither pinned nor archived',
  'VALIDATION_ERROR',
) {}

export class VersionNotFound extends fixedError('not_found', 'There is no such version') {}

/** Error codes of the AI provider. */
export const MODEL_ERROR_CODES = [
  'API_RATE_LIMIT_EXCEEDED',
  'API_QUOTA_EXCEEDED',
  'AI_SERVICE_TIMEOUT',
  'AI_SERVICE_AUTH_ERROR',
  'MODEL_CONFIG_ERROR',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
] as const;
export type ModelErrorCode = (typeof MODEL_ERROR_CODES)[number];

const ERROR_KINDS: Record<ModelErrorCode, ErrorKind> = {
  API_RATE_LIMIT_EXCEEDED: 'unavailable',
  API_QUOTA_EXCEEDED: 'unavailable',
  AI_SERVICE_TIMEOUT: 'timed_out',
  AI_SERVICE_AUTH_ERROR: 'bad_upstream',
  MODEL_CONFIG_ERROR: 'broken',
  VALIDATION_ERROR: 'too_large',
  INTERNAL_ERROR: 'broken',
};

/** Another model may answer: this one, or its provider, is overloaded, used up or silent. */
const TEMPORARY_CODES: ReadonlySet<ModelErrorCode> = new Set([
  'API_RATE_LIMIT_EXCEEDED',
  'API_QUOTA_EXCEEDED',
  'AI_SERVICE_TIMEOUT',
]);

export interface CountedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface ModelErrorOptions {
  readonly cause?: unknown;
  readonly unknownModel?: boolean;
  readonly requestRefused?: boolean;
  readonly ranOut?: boolean;
  readonly thoughtsAlone?: boolean;
  readonly declined?: boolean;
  readonly usage?: CountedTokens | undefined;
  /** What the person may do about it. */
  readonly advice?: string | undefined;
}

const adviceOf = (code: ModelErrorCode, { advice }: ModelErrorOptions): { message?: string } => {
  const message = code === 'VALIDATION_ERROR' ? REFUSALS.modelTooShort : advice;
  return message === undefined ? {} : { message };
};

/**
 * The provider failed. The message may be shown; the provider's own error is only the `cause`, for the log.
 * `requestRefused`: the request is invalid (unsupported schema), so a retry is useless. `tooLong`: for this model.
 * `ranOut`: it used up its length in thoughts or within a call. `declined`: its content rules forbid an answer.
 * `thoughtsAlone`: the reply ended by itself, and its answer can only be in its thoughts.
 * `usage`: what the provider counted all the same.
 */
export class ModelError extends DomainError {
  readonly kind: ErrorKind;
  readonly unknownModel: boolean;
  readonly requestRefused: boolean;
  readonly tooLong: boolean;
  readonly ranOut: boolean;
  readonly thoughtsAlone: boolean;
  readonly usage: CountedTokens | undefined;
  readonly declined: boolean;

  constructor(
    override readonly code: ModelErrorCode,
    message: string,
    options: ModelErrorOptions = {},
  ) {
    super(message, adviceOf(code, options));
    this.kind = ERROR_KINDS[code];
    this.cause = options.cause;
    this.unknownModel = options.unknownModel ?? false;
    this.requestRefused = options.requestRefused ?? false;
    this.ranOut = options.ranOut ?? false;
    this.thoughtsAlone = options.thoughtsAlone ?? false;
    this.usage = options.usage;
    this.declined = options.declined ?? false;
    this.tooLong = code === 'VALIDATION_ERROR';
  }

  /** The fallback model may answer. */
  get canFallBack(): boolean {
    return this.unknownModel || TEMPORARY_CODES.has(this.code);
  }
}

export class UnknownModel extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'MODEL_CONFIG_ERROR';

  constructor(model: string) {
    super('This model is not available', { field: 'model', model });
  }
}

export class EmailVerificationRequired extends fixedError(
  'forbidden',
  'Email verification required',
  'EMAIL_VERIFICATION_REQUIRED',
) {}

export class SubscriptionRequired extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'SUBSCRIPTION_REQUIRED';

  override withoutPlans() {
    return { message: 'This account does not include that', details: this.details };
  }
}

/** A list of the groups leaves it out, so no plan helps. */
export class NotInGroups extends SubscriptionRequired {
  constructor(message: string) {
    super(message, { custom: true });
  }

  override withoutPlans() {
    const { message, details } = this;
    return { message, details };
  }
}

/** A daily limit is reached: answered with 429, the only refusal that offers an upgrade. */
export class DailyLimitReached extends LimitReached {
  readonly kind = 'limit_reached';

  /** `rule`: all messages of the day, or those with one model. */
  constructor(reached: ReachedLimit & { readonly resetsAt: number }, rule: 'daily' | 'model' = 'daily') {
    const { limit } = reached;
    const what =
      rule === 'daily'
        ? `All ${limit} messages of the day are used.`
        : `All ${limit} messages of the day with this model are used; another model may still answer.`;
    super('Daily message limit reached', rule, what, reached);
  }
}

/** Too many follow-up calls (title, related questions, synthesis), or no message to follow. */
export class FollowUpLimitReached extends LimitReached {
  readonly kind = 'limit_reached';

  /** `message`: calls per message; `daily`: calls per day. */
  constructor(rule: 'message' | 'daily', reached: ReachedLimit) {
    const { limit } = reached;
    const what =
      rule === 'daily'
        ? `All ${limit} titles, summaries and suggestions of the day are used.`
        : 'All titles, summaries and suggestions for this message are used.';
    super('Limit of follow-up calls reached', `follow-up-${rule}`, what, reached);
  }
}

/** The process is shutting down. */
export class ShuttingDown extends fixedError(
  'unavailable',
  'The server is restarting. Please try again in a moment.',
  'SHUTTING_DOWN',
) {}

/** The account was suspended or deleted during the reply. */
export class AccountClosed extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

/** The process runs the maximum number of replies. */
export class TooBusy extends fixedError(
  'unavailable',
  'The server is busy. Please try again in a moment.',
  'API_RATE_LIMIT_EXCEEDED',
) {}

export class QuestionNotFound extends fixedError('not_found', 'There is no such question') {}

/** Of all replies of a person; the model is told. */
export class TooManyQuestions extends fixedError('limit_reached', STEP_FAILURES.tooManyWaiting) {}

/** Answered otherwise, expired or withdrawn. */
export class AlreadyAnswered extends fixedError('conflict', REFUSALS.questionClosed, 'ALREADY_ANSWERED') {}
