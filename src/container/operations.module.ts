import { ContainerModule } from 'inversify';

import { SqlServerEventLog } from '../adapters/sql/server-events.ts';
import { SqlUsageDays } from '../adapters/sql/usage-days.ts';
import { LoggedEvents } from '../adapters/system/event-log.ts';
import { KnownFailures } from '../adapters/system/failure-words.ts';
import { WebSearch } from '../domain/agents/ports.ts';
import { Chores } from '../domain/billing/ports.ts';
import { Blobs, ContentHash } from '../domain/files/ports.ts';
import { Clock, ServerEvents } from '../domain/kernel/ports.ts';
import { CheckHealth } from '../domain/operations/check-health.ts';
import { KeepEvents } from '../domain/operations/keep-events.ts';
import { FailureWords, Probes, ServerEventLog, UsageDays } from '../domain/operations/ports.ts';
import { ReadOverview } from '../domain/operations/read-overview.ts';
import { RollUpUsage } from '../domain/operations/roll-up-usage.ts';
import { EmbeddingModels, Vectors } from '../domain/retrieval/ports.ts';
import { ConnectedPayments } from './billing.module.ts';
import { ConnectionProbes } from './connection-probes.ts';
import { Connections } from './connections.ts';
import { Parts } from './parts.ts';

/** What admins look at: what happened, what was used, and how the connections stand. */
export const operationsModule = new ContainerModule(({ bind }) => {
  bind(ServerEventLog).toResolvedValue((parts) => new SqlServerEventLog(parts.database), [Parts]);
  bind(UsageDays).toResolvedValue((parts) => new SqlUsageDays(parts.database), [Parts]);
  bind(KeepEvents).toResolvedValue(
    (log, days, clock, { logs }) =>
      new KeepEvents(log, days, clock, new LoggedEvents(logs), (what, error) => logs.error(what, { error })),
    [ServerEventLog, UsageDays, Clock, Parts],
  );
  bind(ServerEvents).toService(KeepEvents);
  bind(RollUpUsage).toResolvedValue(
    (days, chores, clock, { logs }) =>
      new RollUpUsage(days, chores, clock, (what, error) => logs.error(what, { error })),
    [UsageDays, Chores, Clock, Parts],
  );
  bind(ReadOverview).toResolvedValue((days, clock) => new ReadOverview(days, clock), [UsageDays, Clock]);
  bind(FailureWords).toResolvedValue(() => new KnownFailures());
  bind(Probes).toResolvedValue(
    (parts, signIn, { payments }, search, embeddings, vectors, blobs, hash) =>
      new ConnectionProbes(parts, { signIn, payments, search, embeddings, vectors, blobs, hash }),
    [Parts, Connections, ConnectedPayments, WebSearch, EmbeddingModels, Vectors, Blobs, ContentHash],
  );
  bind(CheckHealth).toResolvedValue(
    (probes, words, clock) => new CheckHealth(probes, words, clock),
    [Probes, FailureWords, Clock],
  );
});
