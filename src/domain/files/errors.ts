import { DomainError, fixedError } from '../kernel/domain-error.ts';
import { FILE_FAILURES, formatFileFailure } from '../../shared/file-failures.ts';
import { LimitReached, type ReachedLimit } from '../kernel/limit-message.ts';

const MB = 1024 * 1024;

const formatSize = (bytes: number): string =>
  bytes >= MB ? `${Math.round((bytes / MB) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`;

/** Missing, expired or another person's; the answer does not reveal which. */
export class FileNotFound extends fixedError('not_found', 'File not found') {}

/** The message names the file and the reason. */
export class FileRefused extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor(name: string, reason: string, field = 'file') {
    super(formatFileFailure('refused', { name, reason }), { field });
  }
}

export type UnreadableReason = 'encrypted' | 'damaged' | 'no text' | 'too large' | 'too slow';

/** No text could be extracted. The message may be shown; it does not name the file. */
export class FileUnreadable extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor(
    readonly reason: UnreadableReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { field: 'file' });
    this.cause = cause;
  }
}

/** `limit` in bytes. */
export class FileTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor(limit: number, field = 'file') {
    super(formatFileFailure('tooLarge', { size: formatSize(limit) }), { field, limit });
  }
}

export class TooManyUploads extends fixedError('limit_reached', FILE_FAILURES.tooManyUploads, 'RATE_LIMITED') {}

/** The queue of files to read is full, for this person or for all. */
export class DocumentReaderBusy extends fixedError('unavailable', FILE_FAILURES.readerBusy) {}

export class StorageFull extends LimitReached {
  readonly kind = 'forbidden';

  constructor(rule: 'files' | 'storage', { limit, used, group }: ReachedLimit) {
    const message =
      rule === 'files'
        ? formatFileFailure('accountFilesFull', { limit })
        : formatFileFailure('accountStorageFull', { used: formatSize(used), size: formatSize(limit) });
    super(message, rule, message, { limit, used, group });
  }
}

/** `limit` files, or bytes. */
export class GroupStorageFull extends DomainError {
  readonly kind = 'conflict';

  constructor(rule: 'files' | 'storage', limit: number) {
    super(
      rule === 'files'
        ? formatFileFailure('groupFilesFull', { limit })
        : formatFileFailure('groupStorageFull', { size: formatSize(limit) }),
    );
  }
}

/** Bytes could not be written or read; there are no partial writes. `cause` is for the operator only. */
export class StorageFailed extends DomainError {
  readonly kind = 'unavailable';

  constructor(cause: unknown, what: 'stored' | 'read' = 'stored') {
    super(what === 'stored' ? FILE_FAILURES.storageUnwritable : FILE_FAILURES.storageUnreadable);
    this.cause = cause;
  }
}

/** A file without its bytes. Both of these are the operator's to look at, so they are in the log. */
export class BlobMissing extends fixedError('broken', FILE_FAILURES.contentMissing) {}

/** The store answers, but not for these bytes: its disk is damaged there. `cause` is for the operator only. */
export class BlobUnreadable extends DomainError {
  readonly kind = 'broken';

  constructor(
    readonly hash: string,
    cause: unknown,
  ) {
    super(FILE_FAILURES.contentDamaged);
    this.cause = cause;
  }
}

/** Only failed or disabled files can be embedded again. */
export class EmbeddingConflict extends DomainError {
  readonly kind = 'conflict';
}

export class EmbeddingLimitReached extends LimitReached {
  readonly kind = 'limit_reached';

  constructor(reached: ReachedLimit) {
    const { limit, used } = reached;
    const what = formatFileFailure('embeddingLimit', { embedded: used, limit });
    super(what, 'embedding', what, reached);
  }
}

export class VisionDisabled extends fixedError('unavailable', 'Image analysis is switched off') {}

export class VisionLimitReached extends LimitReached {
  readonly kind = 'forbidden';

  constructor(rule: 'daily' | 'monthly', reached: ReachedLimit) {
    const what = `image analyses of the ${rule === 'daily' ? 'day' : 'month'} are used`;
    super(`All ${what}`, rule, `All ${reached.limit} ${what}.`, reached);
  }
}
