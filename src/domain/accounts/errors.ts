import { DomainError } from '../kernel/domain-error.ts';

export class NotAuthenticated extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor(message = 'Not authenticated') {
    super(message);
  }
}

export class AccessDenied extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Access denied');
  }
}

/** Wrong email or password: the answer does not tell which. */
export class LoginFailed extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Login failed');
  }
}

export class TooManyLogins extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Login failed', { retryAfterMs });
  }
}

export class EmailInUse extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'EMAIL_IN_USE';

  constructor() {
    super('Registration failed');
  }
}

export class InvalidSetupLink extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Invalid or expired setup link');
  }
}
