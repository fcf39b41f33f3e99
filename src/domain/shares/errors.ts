import { formatRefusal, REFUSALS } from '../../shared/refusals.ts';
import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

/** Unknown, revoked, or deleted with its chat; the answer does not reveal which. */
export class ShareNotFound extends fixedError('not_found', 'Shared link not found') {}

/** An admin has taken it down. */
export class ShareTakenDown extends fixedError('gone', 'This page was taken down by the operator of this server') {}

/** The share is as the decision would make it. */
export class AlreadyDecided extends fixedError('conflict', 'This link is so already') {}

/** Per network address. */
export class TooManyReports extends retryableError(
  'limit_reached',
  'Too many reports came from your network. Please try again later.',
) {}

/** The chat has no finished answer. */
export class NothingToShare extends fixedError('invalid', REFUSALS.nothingToShare, 'VALIDATION_ERROR') {}

export class TemporaryChat extends fixedError('conflict', REFUSALS.temporaryChat, 'VALIDATION_ERROR') {}

export class ShareTooLarge extends fixedError('too_large', REFUSALS.shareTooLarge, 'VALIDATION_ERROR') {}

export class TooManyShares extends retryableError(
  'limit_reached',
  'Too many links were made in the last hour. Please try again later.',
) {}

/** `limit`: shares per account. */
export class ShareListFull extends DomainError {
  readonly kind = 'conflict';

  constructor(limit: number) {
    super(formatRefusal('shareListFull', limit), { limit });
  }
}
