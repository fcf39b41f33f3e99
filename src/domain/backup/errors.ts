import { DomainError, fixedError } from '../kernel/domain-error.ts';

/** Bytes of files are not removed while a backup is made. */
export class BackupRunning extends fixedError('conflict', 'Another backup is being made.') {}

export class BackupStopped extends fixedError('conflict', 'The backup was stopped; nothing of it is left.') {}

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

export class NoBackupTarget extends fixedError('invalid', 'BACKUP_TARGET is not set.') {}

/** For the admin: the last backup failed, or there is none. */
export class BackupOverdue extends DomainError {
  readonly kind = 'broken';
}

/** The process that made a backup ended with a fault. */
export class BackupFailed extends DomainError {
  readonly kind = 'broken';
}
