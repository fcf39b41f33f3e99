import { REFUSALS } from '../../shared/refusals.ts';
import { DomainError, fixedError } from '../kernel/domain-error.ts';
import type { ClosedScope } from './ports.ts';
import { LimitReached, type ReachedLimit } from '../kernel/limit-message.ts';

/** A tier is needed, but the caller is not signed in. */
export class NotAUser extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

const NOT_ALLOWED_MESSAGES = {
  lifetime: 'Lifetime message limit reached',
  'no-access': 'Messages are not allowed for this account or model',
  agent: 'All agent requests of the day are used',
} as const;

type NotAllowedRule = keyof typeof NOT_ALLOWED_MESSAGES;

const CLOSED_REASONS: Readonly<Record<ClosedScope, string>> = {
  account: 'This account may not send messages.',
  model: 'This account may not use this model.',
  agents: 'This account may not use agents; the chat without agents goes on.',
};

const NOT_ALLOWED_REASONS: Readonly<Record<Exclude<NotAllowedRule, 'no-access'>, (limit: number) => string>> = {
  lifetime: (limit) => `All ${limit} messages of this account are used.`,
  agent: (limit) => `All ${limit} agent requests of the day are used; the chat without agents goes on.`,
};

/** A limit other than the daily ones of messages: answered with 403. */
export class UsageNotAllowed extends LimitReached {
  readonly kind = 'forbidden';

  /** `closed`: what may not be used at all, with `no-access`. */
  constructor(rule: NotAllowedRule, reached: ReachedLimit, closed: ClosedScope = 'model') {
    const reason = rule === 'no-access' ? CLOSED_REASONS[closed] : NOT_ALLOWED_REASONS[rule](reached.limit);
    super(NOT_ALLOWED_MESSAGES[rule], rule, reason, reached);
  }
}

export class NotAnUpgrade extends fixedError('invalid', REFUSALS.notAnUpgrade, 'VALIDATION_ERROR', { field: 'tier' }) {}

export class NotADowngrade extends fixedError('invalid', REFUSALS.notADowngrade, 'VALIDATION_ERROR', {
  field: 'tier',
}) {}

export class CancellationPending extends fixedError('invalid', REFUSALS.cancellationPending) {}

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

/** For the admin: the payment provider has not confirmed what is to happen to subscriptions. */
export class CancellationsUnconfirmed extends DomainError {
  readonly kind = 'broken';
}

/** The payment provider has no such customer, or no longer. */
export class CustomerNotFound extends fixedError('conflict', REFUSALS.customerNotFound) {}

/** An event that the payment provider did not sign, or signed too long ago. */
export class InvalidSignature extends fixedError('invalid', 'Invalid signature') {}

/** No provider lists its models, and there is no cached list. */
export class ModelListUnavailable extends fixedError(
  'bad_upstream',
  'The list of models could not be loaded',
  'AI_SERVICE_AUTH_ERROR',
) {}

export class LimitsChanged extends fixedError('conflict', REFUSALS.changedMeanwhile) {}
