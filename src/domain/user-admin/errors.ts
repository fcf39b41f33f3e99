import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

export class UserNotFound extends fixedError('not_found', 'User not found', 'USER_NOT_FOUND') {}

/** Nobody can take an admin's right in the panel, so nobody can suspend or delete an admin there either. */
export class AdminProtected extends fixedError('forbidden', 'Admins cannot be suspended or deleted here') {}

/** Without an admin nobody could manage this server any more. */
export class LastAdmin extends fixedError(
  'forbidden',
  'The only admin cannot be deleted. Make another account admin first.',
) {}

/** The proof that somebody means their own account is wrong. `field` names which. */
export class DeletionNotConfirmed extends DomainError {
  readonly kind = 'forbidden';

  constructor(field: 'password' | 'code' | 'email', message: string) {
    super(message, { field });
  }
}

export class TooManyAttempts extends retryableError('limit_reached', 'Too many tries. Please wait a moment.') {}
