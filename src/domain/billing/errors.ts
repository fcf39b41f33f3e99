import { DomainError } from '../kernel/domain-error.ts';

/** A tier was asked for of somebody who has none. */
export class NotAUser extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Not authenticated');
  }
}

/** A limit that waiting does not lift: answered as 403, so that nobody is told to come back tomorrow. */
export class UseNotAllowed extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(rule: 'lifetime' | 'no-access', limit: number, used: number) {
    const what = rule === 'lifetime' ? 'Lifetime message limit reached' : 'Messages are not allowed for this account or model';
    super(what, { rule, limit, used, resetsAt: null });
  }
}

/** Only a higher plan can be bought. */
export class NotAnUpgrade extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('Choose a plan that is higher than your current one', { field: 'tier' });
  }
}

export class NoActiveSubscription extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('No active subscription');
  }
}

/** Nothing is sold here. */
export class PaymentsOff extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('Payments are not available');
  }
}

/** The provider of payments refused, or did not answer; the cause is for the log only. */
export class PaymentsFailed extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
  }
}

/** A message that the provider of payments has not signed, or signed too long ago. */
export class InvalidSignature extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Invalid signature');
  }
}
