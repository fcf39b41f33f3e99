import { DomainError, fixedError, type ErrorKind } from '../kernel/domain-error.ts';

export class ChatNotFound extends fixedError('not_found', 'Chat not found') {}
export class ReplyNotFound extends fixedError('not_found', 'Reply not found') {}

/** A message id came again with other text: nothing that is stored is ever replaced by a client. */
export class MessageConflict extends DomainError {
  readonly kind = 'conflict';

  constructor(messageId: string) {
    super('A message with this id already exists with other text', { messageId });
  }
}

/** The codes of the catalogue that speak of the AI provider. */
export type ModelErrorCode =
  | 'API_RATE_LIMIT_EXCEEDED'
  | 'API_QUOTA_EXCEEDED'
  | 'AI_SERVICE_TIMEOUT'
  | 'AI_SERVICE_AUTH_ERROR'
  | 'MODEL_CONFIG_ERROR'
  | 'INTERNAL_ERROR';

const ERROR_KINDS: Record<ModelErrorCode, ErrorKind> = {
  API_RATE_LIMIT_EXCEEDED: 'unavailable',
  API_QUOTA_EXCEEDED: 'unavailable',
  AI_SERVICE_TIMEOUT: 'timed_out',
  AI_SERVICE_AUTH_ERROR: 'bad_upstream',
  MODEL_CONFIG_ERROR: 'broken',
  INTERNAL_ERROR: 'broken',
};

/**
 * The provider failed. The message is safe to show; what the provider said goes to the log as `cause` only.
 * `unknownModel`: the provider does not have the model, so the fallback model may be tried. `requestRefused`: the
 * provider does not take what was asked (too long, not a schema), so asking the same again is in vain.
 */
export class ModelError extends DomainError {
  readonly kind: ErrorKind;
  override readonly code: ModelErrorCode;
  readonly unknownModel: boolean;
  readonly requestRefused: boolean;

  constructor(
    code: ModelErrorCode,
    message: string,
    options: { cause?: unknown; unknownModel?: boolean; requestRefused?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.kind = ERROR_KINDS[code];
    this.cause = options.cause;
    this.unknownModel = options.unknownModel ?? false;
    this.requestRefused = options.requestRefused ?? false;
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
}

/** A daily limit is used up: answered as 429, and the only refusal that invites to upgrade. */
export class DailyLimitReached extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  /** `resetsAt` in epoch milliseconds; `rule`: all messages of the day, or those with one model. */
  constructor(limit: number, used: number, resetsAt: number, rule: 'daily' | 'model' = 'daily') {
    super('Daily message limit reached', { rule, limit, used, resetsAt: new Date(resetsAt).toISOString() });
  }
}

const MB = 1024 * 1024;
const formatMegabytes = (bytes: number): string => `${Math.round((bytes / MB) * 10) / 10} MB`;

/** What helps whoever has filled their room. */
const REMEDIES = {
  unverified: 'Verify your email address, or delete chats to make room.',
  free: 'Delete chats to make room, or upgrade your plan.',
  basic: 'Delete chats to make room, or upgrade your plan.',
  premium: 'Delete chats to make room.',
} as const;

interface ExceededQuota {
  readonly limit: number;
  readonly used: number;
  readonly group: keyof typeof REMEDIES;
}

const QUOTA_MESSAGES = {
  chats: ({ limit, used, group }: ExceededQuota) =>
    `You have ${used} chats, and ${limit} can be kept. ${REMEDIES[group]}`,
  'chat-size': ({ limit }: ExceededQuota) =>
    `A chat can hold ${formatMegabytes(limit)}, and this one is full. Go on in a new chat.`,
  'chat-storage': ({ limit, group }: ExceededQuota) =>
    `Your chats can hold ${formatMegabytes(limit)} in all, and they are full. ${REMEDIES[group]}`,
} as const;

/** The room for chats is used up: by number, by all bytes, or those of one chat. Nothing of the call is kept. */
export class ChatQuotaReached extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';
  readonly rule: keyof typeof QUOTA_MESSAGES;

  /** `limit` and `used` in chats or bytes; `used` is what it would have become. */
  constructor(rule: keyof typeof QUOTA_MESSAGES, exceeded: ExceededQuota) {
    const message = QUOTA_MESSAGES[rule](exceeded);
    super(message, { message, rule, limit: exceeded.limit, used: exceeded.used, resetsAt: null });
    this.rule = rule;
  }
}

/** What follows a message (its title, related questions, a synthesis) was asked for too often, or follows none. */
export class FollowUpLimitReached extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  /** `resetsAt` in epoch milliseconds. `message`: the calls of one message; `daily`: those of the day. */
  constructor(rule: 'message' | 'daily', limit: number, used: number, resetsAt: number) {
    super('Limit of follow-up calls reached', {
      rule: `follow-up-${rule}`,
      limit,
      used,
      resetsAt: new Date(resetsAt).toISOString(),
    });
  }
}

/** The process is going down: it takes no new replies. */
export class ShuttingDown extends fixedError(
  'unavailable',
  'The server is restarting. Please try again in a moment.',
) {}

/** The account was suspended or deleted while it was being answered. */
export class AccountClosed extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

/** More replies run than this process may serve at once. */
export class TooBusy extends fixedError(
  'unavailable',
  'The server is busy. Please try again in a moment.',
  'API_RATE_LIMIT_EXCEEDED',
) {}
