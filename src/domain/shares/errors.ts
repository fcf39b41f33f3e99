import { DomainError } from '../kernel/domain-error.ts';

/** Never made, revoked or gone with its chat: nobody can tell which. */
export class ShareNotFound extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('Shared link not found');
  }
}

/** Nothing of the chat can be shared: it is empty, or its only answer is still being written. */
export class NothingToShare extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('There is no finished answer to share yet');
  }
}

export class ShareTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('This conversation is too long to be shared as a whole. Share one answer instead.');
  }
}

export class TooManyShares extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Too many links were made in the last hour. Please try again later.', { retryAfterMs });
  }
}

/** `limit`: how many links one account may have at a time. */
export class ShareListFull extends DomainError {
  readonly kind = 'conflict';

  constructor(limit: number) {
    super(`You have ${limit} shared links. Revoke one to make another.`, { limit });
  }
}
