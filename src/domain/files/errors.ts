import { DomainError, fixedError } from '../kernel/domain-error.ts';

const MB = 1024 * 1024;

/** `12.5 MB`; below one megabyte in KB. */
const formatSize = (bytes: number): string =>
  bytes >= MB ? `${Math.round((bytes / MB) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`;

/** Not there, somebody else's, or expired: the answer does not tell which. */
export class FileNotFound extends fixedError('not_found', 'File not found') {}

/** A file that is not taken. The words name it and say why. */
export class FileRefused extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor(name: string, reason: string, field = 'file') {
    super(`${name} cannot be used: ${reason}`, { field });
  }
}

export type UnreadableReason = 'encrypted' | 'damaged' | 'no text' | 'too large' | 'too slow';

/** There is nothing to be read in a file. The words may be shown and do not name the file. */
export class FileUnreadable extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string, cause?: unknown) {
    super(message, { field: 'file' });
    this.reason = reason;
    this.cause = cause;
  }
}

/** One file is larger than the plan allows; `limit` in bytes. */
export class FileTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor(limit: number, field = 'file') {
    super(`The file is too large: with this plan a file may have at most ${formatSize(limit)}`, { field, limit });
  }
}

/** Somebody sends more files at the same time than are taken. */
export class TooManyUploads extends fixedError(
  'limit_reached',
  'Too many files are being uploaded at once. Please wait until some of them have arrived.',
  'RATE_LIMITED',
) {}

/** Too many files wait to be read, of this person or of all. */
export class DocumentReaderBusy extends fixedError(
  'unavailable',
  'Too many files are being read at the moment. Please try again in a minute.',
) {}

/** The plan's room is used up. */
export class StorageFull extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(rule: 'files' | 'storage', limit: number, used: number) {
    const message =
      rule === 'files'
        ? `All ${limit} files of this plan are used. Delete a file to make room.`
        : `The storage of this plan is used up (${formatSize(used)} of ${formatSize(limit)}). Delete a file to make room.`;
    super(message, { rule, limit, used });
  }
}

/** Bytes could not be written or read; nothing half of them is left. */
export class StorageFailed extends fixedError(
  'unavailable',
  'Files cannot be stored at the moment. Please try again later.',
) {}

/** Only what failed or was not wanted before can be embedded anew. */
export class EmbeddingConflict extends DomainError {
  readonly kind = 'conflict';
}

/** As many files were embedded today as a day allows; `resetsAt` in epoch milliseconds. */
export class EmbeddingLimitReached extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(limit: number, used: number, resetsAt: number) {
    const details = { rule: 'embedding', limit, used, resetsAt: new Date(resetsAt).toISOString() };
    super(
      `${used} files were embedded today, and ${limit} are allowed. Tomorrow there are new ones, or keep the file without embedding.`,
      details,
    );
  }
}

export class VisionDisabled extends fixedError('unavailable', 'Image analysis is switched off') {}

/** All images of the day or the month were looked at; `resetsAt` in epoch milliseconds. */
export class VisionLimitReached extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(rule: 'daily' | 'monthly', limit: number, used: number, resetsAt: number) {
    super(`All image analyses of the ${rule === 'daily' ? 'day' : 'month'} are used`, {
      rule,
      limit,
      used,
      resetsAt: new Date(resetsAt).toISOString(),
    });
  }
}
