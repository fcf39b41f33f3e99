import type { BackupTarget } from '../../domain/backup/ports.ts';
import type { BackupLocation } from '../../platform/backup-settings.ts';
import { FolderTarget } from './folder-target.ts';
import { S3Target } from './s3-target.ts';

export const openBackupTarget = (location: BackupLocation, passphrase: string | undefined): BackupTarget =>
  location.kind === 's3' ? new S3Target(location, passphrase) : new FolderTarget(location.path, passphrase);
