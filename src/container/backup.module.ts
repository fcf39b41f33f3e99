import { SqlRestoreTarget } from '../adapters/sql/backup/restore-target.ts';
import { SqlSnapshots } from '../adapters/sql/backup/snapshots.ts';
import { Database } from '../adapters/sql/database.ts';
import { VECTORS } from '../adapters/vectors/providers.ts';
import { BackupLock } from '../domain/backup/backup-lock.ts';
import { MakeBackup } from '../domain/backup/make-backup.ts';
import { BackupGuard, RestoreTarget, Snapshots } from '../domain/backup/ports.ts';
import { RestoreBackup } from '../domain/backup/restore-backup.ts';
import { JobLocks } from '../domain/billing/ports.ts';
import { Blobs } from '../domain/files/ports.ts';
import { Clock, Secrets } from '../domain/kernel/ports.ts';
import { EmbeddingJobs } from '../domain/retrieval/ports.ts';
import { AppContext } from './app-context.ts';
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
    lock: BackupLock,
    secrets: Secrets,
    clock: Clock,
    version: derive(AppContext, ({ version }) => version),
    hasVectors,
  });
  bindClass(RestoreBackup, { target: RestoreTarget, blobs: Blobs, secrets: Secrets, hasVectors });
});
