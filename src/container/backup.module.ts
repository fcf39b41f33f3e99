import { openBackupTarget } from '../adapters/backup/backup-target.ts';
import { SqlRestoreTarget } from '../adapters/sql/backup/restore-target.ts';
import { SqlSnapshots } from '../adapters/sql/backup/snapshots.ts';
import { Database } from '../adapters/sql/database.ts';
import { SqlBackupRecords } from '../adapters/sql/operations/backup-records.ts';
import { VECTORS } from '../adapters/vectors/providers.ts';
import { readPassphrase } from '../config.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { BackupLock } from '../domain/backup/backup-lock.ts';
import { MakeBackup } from '../domain/backup/make-backup.ts';
import { BackupGuard, BackupProcess, BackupRecords, RestoreTarget, Snapshots } from '../domain/backup/ports.ts';
import { GetBackupState } from '../domain/backup/get-backup-state.ts';
import { RunBackup } from '../domain/backup/run-backup.ts';
import { ScheduledBackups } from '../domain/backup/scheduled-backups.ts';
import { RestoreBackup } from '../domain/backup/restore-backup.ts';
import { Blobs, ContentHash, Installation } from '../domain/files/ports/blobs.ts';
import { Clock, Ids, Secrets, JobLocks } from '../domain/kernel/ports.ts';
import { ErrorDescriber } from '../domain/operations/ports.ts';
import { SpawnedBackup } from '../process/spawn-backup.ts';
import { EmbeddingJobs } from '../domain/retrieval/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

/** Vectors are in the database, unless there is a vector store of their own. */
const hasVectors = derive(AppContext, ({ adapters }) => adapters.vectors.provider.id === VECTORS.fallback.id);

export const backupModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindClass(BackupLock, JobLocks, Clock);
  bind(BackupGuard).toService(BackupLock);
  bindPort(Snapshots, SqlSnapshots, Database);
  bindPort(RestoreTarget, SqlRestoreTarget, Database, EmbeddingJobs);
  bindClass(MakeBackup, {
    snapshots: Snapshots,
    blobs: Blobs,
    contentHash: ContentHash,
    lock: BackupLock,
    secrets: Secrets,
    clock: Clock,
    version: derive(AppContext, ({ version }) => version),
    hasVectors,
  });
  bindPort(BackupRecords, SqlBackupRecords, Database);
  bindClass(RunBackup, {
    make: MakeBackup,
    target: derive(
      AppContext,
      ({ config }) => config.BACKUP_TARGET && openBackupTarget(config.BACKUP_TARGET, readPassphrase(config)),
    ),
    keep: derive(AppContext, ({ config }) => config.BACKUP_KEEP),
    records: BackupRecords,
    audit: AuditLog,
    clock: Clock,
    ids: Ids,
    errorDescriber: ErrorDescriber,
  });
  bindPort(BackupProcess, SpawnedBackup);
  bindClass(ScheduledBackups, {
    schedule: derive(AppContext, ({ config }) => config.BACKUP_SCHEDULE),
    process: BackupProcess,
    jobLocks: JobLocks,
    clock: Clock,
    failed: logErrors,
    warn: derive(
      AppContext,
      ({ logs }) =>
        (line: string) =>
          logs.warn(line),
    ),
  });
  bindClass(
    GetBackupState,
    BackupRecords,
    Clock,
    derive(AppContext, ({ config }) => config.BACKUP_SCHEDULE.length > 0),
  );
  bindClass(RestoreBackup, {
    target: RestoreTarget,
    blobs: Blobs,
    installation: Installation,
    secrets: Secrets,
    hasVectors,
  });
});
