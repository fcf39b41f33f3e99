import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

/** Unknown, revoked, or deleted with its chat; the answer does not reveal which. */
export class ShareNotFound extends fixedError('not_found', 'Shared link not found') {}

/** The chat has no finished answer. */
export class NothingToShare extends fixedError(
  'invalid',
  'There is no finished answer to share yet',
  'VALIDATION_ERROR',
) {}

export class ShareTooLarge extends fixedError(
  'too_large',
  'This conversation is too long to be shared as a whole. Share one answer instead.',
  'VALIDATION_ERROR',
) {}

export class TooManyShares extends retryableError(
  'limit_reached',
  'Too many links were made in the last hour. Please try again later.',
) {}

/** `limit`: shares per account. */
export class ShareListFull extends DomainError {
  readonly kind = 'conflict';

  constructor(limit: number) {
    super(`You have ${limit} shared links. Revoke one to make another.`, { limit });
  }
}
