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
