import { DomainError, fixedError } from '../kernel/domain-error.ts';

/** Bytes of files are not removed while a backup is made. */
export class BackupRunning extends fixedError('conflict', 'Another backup is being made.') {}

/** Not an archive, or not as it was written. */
export class DamagedArchive extends DomainError {
  readonly kind = 'invalid';
}

/** The archive is sound but cannot be restored here. */
export class RestoreRefused extends DomainError {
  readonly kind = 'conflict';
}

/** A backup never replaces a file. */
export class FileExists extends DomainError {
  readonly kind = 'conflict';
}
