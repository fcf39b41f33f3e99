import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

export class UserNotFound extends fixedError('not_found', 'User not found', 'USER_NOT_FOUND') {}

/** An admin is made a user first, which another admin sees. */
export class AdminProtected extends fixedError(
  'forbidden',
  'Admins cannot be suspended or deleted. Take the role away first.',
) {}

export class LastAdmin extends fixedError('forbidden', 'This is the only admin. Make another account admin first.') {}

/** Its erasure has begun, so letting the person in would delete what they add. */
export class BeingDeleted extends fixedError('conflict', 'This account is being deleted') {}

/** A wrong proof; `field` names which. */
export class DeletionNotConfirmed extends DomainError {
  readonly kind = 'forbidden';

  constructor(field: 'password' | 'code' | 'email', message: string) {
    super(message, { field });
  }
}

export class TooManyAttempts extends retryableError('limit_reached', 'Too many tries. Please wait a moment.') {}
