import { DomainError, fixedError } from '../kernel/domain-error.ts';

/** A tier was asked for of somebody who has none. */
export class NotAUser extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

const NOT_ALLOWED_MESSAGES = {
  lifetime: 'Lifetime message limit reached',
  'no-access': 'Messages are not allowed for this account or model',
  agent: 'All agent requests of the day are used',
} as const;

/** A limit that is no daily limit of messages: answered as 403, so that nobody is told to come back tomorrow. */
export class UsageNotAllowed extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(rule: keyof typeof NOT_ALLOWED_MESSAGES, limit: number, used: number) {
    super(NOT_ALLOWED_MESSAGES[rule], { rule, limit, used, resetsAt: null });
  }
}

/** Only a higher plan can be bought. */
export class NotAnUpgrade extends fixedError(
  'invalid',
  'Choose a plan that is higher than your current one',
  'VALIDATION_ERROR',
  { field: 'tier' },
) {}

export class NoActiveSubscription extends fixedError('invalid', 'No active subscription') {}

/** Nothing is sold here. */
export class PaymentsDisabled extends fixedError('not_found', 'Payments are not available') {}

/** The provider of payments refused, or did not answer; the cause is for the log only. */
export class PaymentsFailed extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
  }
}

/** A message that the provider of payments has not signed, or signed too long ago. */
export class InvalidSignature extends fixedError('invalid', 'Invalid signature') {}

/** No provider tells which models it has, and nobody remembers. */
export class ModelListUnavailable extends fixedError(
  'bad_upstream',
  'The list of models could not be loaded',
  'AI_SERVICE_AUTH_ERROR',
) {}
