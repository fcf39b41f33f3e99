import { DomainError } from '../kernel/domain-error.ts';

export class UserNotFound extends DomainError {
  readonly kind = 'not_found';
  override readonly code = 'USER_NOT_FOUND';

  constructor() {
    super('User not found');
  }
}

/** Nobody can take an admin's right in the panel, so nobody can suspend or delete an admin there either. */
export class AdminProtected extends DomainError {
  readonly kind = 'forbidden';

  constructor() {
    super('Admins cannot be suspended or deleted here');
  }
}

/** Without an admin nobody could manage this server any more. */
export class LastAdmin extends DomainError {
  readonly kind = 'forbidden';

  constructor() {
    super('The only admin cannot be deleted. Make another account admin first.');
  }
}

/** The proof that somebody means their own account is wrong. `field` names which. */
export class DeletionNotConfirmed extends DomainError {
  readonly kind = 'forbidden';

  constructor(field: 'password' | 'code' | 'email', message: string) {
    super(message, { field });
  }
}

export class TooManyAttempts extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Too many tries. Please wait a moment.', { retryAfterMs });
  }
}
