import { DomainError, fixedError } from '../kernel/domain-error.ts';
import { LimitReached, type ReachedLimit } from '../kernel/limit-message.ts';

/** A tier is needed, but the caller is not signed in. */
export class NotAUser extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

const NOT_ALLOWED_MESSAGES = {
  lifetime: 'Lifetime message limit reached',
  'no-access': 'Messages are not allowed for this account or model',
  agent: 'All agent requests of the day are used',
} as const;

const NOT_ALLOWED_REASONS: Readonly<Record<keyof typeof NOT_ALLOWED_MESSAGES, (limit: number) => string>> = {
  lifetime: (limit) => `All ${limit} messages of this account are used.`,
  'no-access': () => 'This account may not use this model.',
  agent: (limit) => `All ${limit} agent requests of the day are used; the chat without agents goes on.`,
};

/** A limit other than the daily ones of messages: answered with 403. */
export class UsageNotAllowed extends LimitReached {
  readonly kind = 'forbidden';

  constructor(rule: keyof typeof NOT_ALLOWED_MESSAGES, reached: ReachedLimit) {
    super(NOT_ALLOWED_MESSAGES[rule], rule, NOT_ALLOWED_REASONS[rule](reached.limit), reached);
  }
}

export class NotAnUpgrade extends fixedError(
  'invalid',
  'Choose a plan that is higher than your current one',
  'VALIDATION_ERROR',
  { field: 'tier' },
) {}

export class NotADowngrade extends fixedError(
  'invalid',
  'Choose a paid plan that is lower than your current one',
  'VALIDATION_ERROR',
  { field: 'tier' },
) {}

export class CancellationPending extends fixedError('invalid', 'This subscription is cancelled. Resume it first.') {}

export class NoActiveSubscription extends fixedError('invalid', 'No active subscription') {}

/** Payments are not configured. */
export class PaymentsDisabled extends fixedError('not_found', 'Payments are not available') {}

/** The payment provider refused or did not answer; the cause is for the log only. */
export class PaymentsFailed extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
  }
}

/** The payment provider has no such customer, or no longer. */
export class CustomerNotFound extends fixedError(
  'conflict',
  'The payment provider no longer knows this customer. Choose a plan to subscribe again.',
) {}

/** An event that the payment provider did not sign, or signed too long ago. */
export class InvalidSignature extends fixedError('invalid', 'Invalid signature') {}

/** No provider lists its models, and there is no cached list. */
export class ModelListUnavailable extends fixedError(
  'bad_upstream',
  'The list of models could not be loaded',
  'AI_SERVICE_AUTH_ERROR',
) {}
