import { SqlServerEventStore } from '../adapters/sql/operations/server-events.ts';
import { SqlDailyUsage } from '../adapters/sql/billing/daily-usage.ts';
import { LoggingServerEventLog } from '../adapters/system/logging-server-event-log.ts';
import { KnownErrorDescriber } from '../adapters/system/known-error-describer.ts';
import { ToolCallStore } from '../domain/agents/connected/ports.ts';
import { WebSearch } from '../domain/agents/ports.ts';
import { GetCancellationState } from '../domain/billing/get-cancellation-state.ts';
import { GetEmailQueueState } from '../domain/accounts/mail-queue/get-email-queue-state.ts';
import { GetForwardState } from '../domain/audit/get-forward-state.ts';
import { GetBackupState } from '../domain/backup/get-backup-state.ts';
import { Payments } from '../domain/billing/ports.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { Blobs, ContentHash } from '../domain/files/ports/blobs.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { Clock, ServerEventLog, JobLocks } from '../domain/kernel/ports.ts';
import { CheckHealth } from '../domain/operations/check-health.ts';
import { ServerEventBuffer } from '../domain/operations/server-event-buffer.ts';
import { PurgeDeleted } from '../domain/operations/purge-deleted.ts';
import {
  DeletedData,
  ErrorDescriber,
  HealthChecks,
  SealedValues,
  ServerEventStore,
  DailyUsage,
} from '../domain/operations/ports.ts';
import { GetUsageOverview } from '../domain/operations/get-usage-overview.ts';
import { RotateSecret } from '../domain/operations/rotate-secret.ts';
import { SqlDeletedData } from '../adapters/sql/operations/deleted-data.ts';
import { SqlSealedValues } from '../adapters/sql/operations/sealed-values.ts';
import { SecretBox } from '../domain/admin/setup/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { VerifyAudit } from '../domain/audit/verify-audit.ts';
import { RemoveOldUsage } from '../domain/operations/remove-old-usage.ts';
import { RollUpUsage } from '../domain/operations/roll-up-usage.ts';
import { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import { IdentityConnection } from '../adapters/identity/provider.ts';
import { SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import { MailTransport } from '../adapters/mail/provider.ts';
import { SignInProviders } from '../domain/accounts/identity/ports.ts';
import { TextMessages } from '../domain/accounts/ports.ts';
import { ConnectionHealthChecks } from './connection-checks.ts';
import { AppContext, logErrors } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule, derive } from './define-module.ts';

export const operationsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ServerEventStore, SqlServerEventStore, Database);
  bindPort(DailyUsage, SqlDailyUsage, Database);
  bindClass(
    ServerEventBuffer,
    ServerEventStore,
    DailyUsage,
    Clock,
    derive(AppContext, ({ logs }) => new LoggingServerEventLog(logs)),
    logErrors,
  );
  bind(ServerEventLog).toService(ServerEventBuffer);
  bindClass(RollUpUsage, DailyUsage, JobLocks, IdleClock, logErrors);
  bindPort(SealedValues, SqlSealedValues, Database, SecretBox);
  bindClass(RotateSecret, {
    values: SealedValues,
    audit: AuditLog,
    isSealed: derive(VerifyAudit, (verify) => () => verify.isSealed()),
    isRotating: derive(AppContext, ({ config }) => config.APP_SECRET_PREVIOUS !== undefined),
    done: derive(
      AppContext,
      ({ logs }) =>
        (line: string) =>
          logs.info(line),
    ),
    warn: derive(
      AppContext,
      ({ logs }) =>
        (line: string) =>
          logs.warn(line),
    ),
    failed: logErrors,
  });
  bindClass(GetUsageOverview, DailyUsage, Clock);
  bindPort(DeletedData, SqlDeletedData, Database);
  bindClass(PurgeDeleted, DeletedData, JobLocks, Clock, logErrors);
  bind(RemoveOldUsage).toResolvedValue(
    ({ config, logs }, ledger, toolCalls, jobLocks, clock) =>
      new RemoveOldUsage({
        stores: [ledger, toolCalls],
        days: config.USAGE_RETENTION_DAYS,
        jobLocks,
        clock,
        done: (line) => logs.info(line),
        failed: (what, error) => logs.error(what, { error }),
      }),
    [AppContext, DailyUsage, ToolCallStore, JobLocks, Clock],
  );
  bindPort(ErrorDescriber, KnownErrorDescriber);
  bindPort(HealthChecks, ConnectionHealthChecks, AppContext, {
    mail: MailTransport,
    mails: SwitchableMail,
    sms: TextMessages,
    identity: IdentityConnection,
    signIn: SignInProviders,
    payments: Payments,
    search: WebSearch,
    embeddings: EmbeddingModels,
    vectors: VectorStore,
    blobs: Blobs,
    hash: ContentHash,
    backups: GetBackupState,
    forwarding: GetForwardState,
    cancellations: GetCancellationState,
    queuedMails: GetEmailQueueState,
    bus: ReplyBus,
  });
  bindClass(CheckHealth, HealthChecks, ErrorDescriber, Clock);
});
