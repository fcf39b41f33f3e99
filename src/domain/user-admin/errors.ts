import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

export class UserNotFound extends fixedError('not_found', 'User not found', 'USER_NOT_FOUND') {}

/** The panel cannot revoke admin rights, so it cannot suspend or delete admins either. */
export class AdminProtected extends fixedError('forbidden', 'Admins cannot be suspended or deleted here') {}

export class LastAdmin extends fixedError(
  'forbidden',
  'The only admin cannot be deleted. Make another account admin first.',
) {}

/** A wrong proof; `field` names which. */
export class DeletionNotConfirmed extends DomainError {
  readonly kind = 'forbidden';

  constructor(field: 'password' | 'code' | 'email', message: string) {
    super(message, { field });
  }
}

export class TooManyAttempts extends retryableError('limit_reached', 'Too many tries. Please wait a moment.') {}
