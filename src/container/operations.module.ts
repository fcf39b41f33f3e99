import { ContainerModule } from 'inversify';

import { SqlAuditLogStore } from '../adapters/sql/operations/audit-log.ts';
import { SqlDailyUsage } from '../adapters/sql/billing/daily-usage.ts';
import { LoggingAuditLog } from '../adapters/system/logging-audit-log.ts';
import { KnownErrorDescriber } from '../adapters/system/known-error-describer.ts';
import { WebSearch } from '../domain/agents/ports.ts';
import { JobLocks } from '../domain/billing/ports.ts';
import { Blobs, ContentHash } from '../domain/files/ports.ts';
import { Clock, AuditLog } from '../domain/kernel/ports.ts';
import { CheckHealth } from '../domain/operations/check-health.ts';
import { AuditLogBuffer } from '../domain/operations/audit-log-buffer.ts';
import { ErrorDescriber, HealthChecks, AuditLogStore, DailyUsage } from '../domain/operations/ports.ts';
import { GetUsageOverview } from '../domain/operations/get-usage-overview.ts';
import { RollUpUsage } from '../domain/operations/roll-up-usage.ts';
import { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import { ConnectedPayments } from './billing.module.ts';
import { ConnectionHealthChecks } from '../platform/health-checks.ts';
import { SignInConnections } from './sign-in-connections.ts';
import { AppContext } from './app-context.ts';

/** What admins look at: what happened, what was used, and how the connections stand. */
export const operationsModule = new ContainerModule(({ bind }) => {
  bind(AuditLogStore).toResolvedValue((context) => new SqlAuditLogStore(context.database), [AppContext]);
  bind(DailyUsage).toResolvedValue((context) => new SqlDailyUsage(context.database), [AppContext]);
  bind(AuditLogBuffer).toResolvedValue(
    (log, days, clock, { logs }) =>
      new AuditLogBuffer(log, days, clock, new LoggingAuditLog(logs), (what, error) => logs.error(what, { error })),
    [AuditLogStore, DailyUsage, Clock, AppContext],
  );
  bind(AuditLog).toService(AuditLogBuffer);
  bind(RollUpUsage).toResolvedValue(
    (days, chores, clock, { logs }) =>
      new RollUpUsage(days, chores, clock, (what, error) => logs.error(what, { error })),
    [DailyUsage, JobLocks, Clock, AppContext],
  );
  bind(GetUsageOverview).toResolvedValue((days, clock) => new GetUsageOverview(days, clock), [DailyUsage, Clock]);
  bind(ErrorDescriber).toResolvedValue(() => new KnownErrorDescriber());
  bind(HealthChecks).toResolvedValue(
    (context, signIn, { payments }, search, embeddings, vectors, blobs, hash) =>
      new ConnectionHealthChecks(context, { signIn, payments, search, embeddings, vectors, blobs, hash }),
    [AppContext, SignInConnections, ConnectedPayments, WebSearch, EmbeddingModels, VectorStore, Blobs, ContentHash],
  );
  bind(CheckHealth).toResolvedValue(
    (probes, words, clock) => new CheckHealth(probes, words, clock),
    [HealthChecks, ErrorDescriber, Clock],
  );
});
