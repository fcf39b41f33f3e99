import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { LocalModels } from '../adapters/embeddings/sentence/connect-models.ts';
import { Uploads } from '../adapters/http/files/uploads.ts';
import { DocumentWorkerPool } from '../adapters/documents/document-worker-pool.ts';
import { TesseractRecognizer } from '../adapters/ocr/tesseract-recognizer.ts';
import { ProcessBackground } from '../adapters/system/background.ts';
import { SystemClock } from '../adapters/system/clock.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { ArticleWorkerPool } from '../adapters/web-pages/article-worker-pool.ts';
import type { createContainer } from '../container/create-container.ts';
import type { AppContext } from '../container/app-context.ts';
import { ForwardAudit } from '../domain/audit/forward-audit.ts';
import { AuditRefusals } from '../domain/audit/refusals.ts';
import { AuditRetention } from '../domain/audit/retention.ts';
import { SendUsageMails } from '../domain/accounts/admin-mails/send-usage-mails.ts';
import { SendQueuedEmails } from '../domain/accounts/mail-queue/send-queued-emails.ts';
import { TellOfRequests } from '../domain/accounts/admin-mails/tell-of-requests.ts';
import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { EndRetiredRights } from '../domain/accounts/end-retired-rights.ts';
import { SweepSessions } from '../domain/accounts/sessions.ts';
import { ExpireGrants } from '../domain/billing/expire-grants.ts';
import { ReconcileSubscriptions } from '../domain/billing/reconcile-subscriptions.ts';
import { CancelPlans } from '../domain/billing/cancel-plans.ts';
import { ExpireChats } from '../domain/chat/conversations/expire-chats.ts';
import { ReplyMaintenance } from '../domain/chat/replies/maintenance/index.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { ReadScans } from '../domain/files/scans/read-scans.ts';
import { SweepFiles } from '../domain/files/sweep-files.ts';
import { Clock } from '../domain/kernel/ports.ts';
import { FollowConnectedProviders } from '../domain/admin/providers/follow-connected-providers.ts';
import { FollowProviders } from '../domain/admin/setup/follow-providers.ts';
import { ServerEventBuffer } from '../domain/operations/server-event-buffer.ts';
import { ScheduledBackups } from '../domain/backup/scheduled-backups.ts';
import { PurgeDeleted } from '../domain/operations/purge-deleted.ts';
import { RemoveOldUsage } from '../domain/operations/remove-old-usage.ts';
import { RotateSecret } from '../domain/operations/rotate-secret.ts';
import { RollUpUsage } from '../domain/operations/roll-up-usage.ts';
import { DeleteAccount } from '../domain/user-admin/delete-account.ts';
import { EmbedFiles } from '../domain/retrieval/embed-files.ts';
import { RedactLostQuotes } from '../domain/retrieval/redact-lost-quotes.ts';
import { FollowReranker, FollowSentenceModel } from '../domain/retrieval/sentence/follow-sentence-model.ts';
import { ToolConnections } from '../domain/tools/servers/ports.ts';
import { MailTransport } from '../adapters/mail/provider.ts';
import { AnalyticsConnection } from '../adapters/analytics/provider.ts';

type Container = ReturnType<typeof createContainer>;

/** How long connections may take to end by themselves. */
const CLOSE_TIMEOUT_MS = 1000;

interface HttpServers {
  readonly server: Server;
  readonly metricsServer: Server | undefined;
  /** From now on `/readyz` returns 503. */
  readonly markNotReady: () => void;
}

/** Starts background work; returns a function that ends it and everything else in order. */
export const startBackgroundJobs = (
  { config, logs, llm, database }: AppContext,
  container: Container,
  { server, metricsServer, markNotReady }: HttpServers,
): (() => Promise<void>) => {
  const { DRAIN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = config;
  const backgroundAbort = new AbortController();
  setMaxListeners(0, backgroundAbort.signal); // each job listens; Node would take more than ten for a leak
  const backgroundJobs = runBackgroundJobs(container, backgroundAbort.signal);
  return async () => {
    markNotReady();
    await container.get(Clock).sleep(delay * 1000); // the load balancer must see /readyz before connections are refused
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    await container.get(ActiveReplies).drain(Math.max(0, grace - delay) * 1000);
    backgroundAbort.abort();
    await backgroundJobs;
    await closeConnections(server, closed);
    await closeClients(container);
    metricsServer?.close();
    // Each on its own: an unreachable database must not keep the process from ending.
    const closeSafely = (what: string, work: Promise<void>) =>
      work.catch((error: unknown) => logs.error(what, { error }));
    await closeSafely('giving up the lease', container.get(Runners).retire());
    await closeSafely('closing the reply bus', container.get(ReplyBus).close());
    await closeSafely('closing the connections to models', llm.close());
    await closeSafely('closing the database', database.close());
  };
};

/** Background work; ends some time after `signal` aborts. */
const runBackgroundJobs = async (container: Container, signal: AbortSignal): Promise<void> => {
  const jobs = [
    ActiveRequests,
    ReplyMaintenance,
    SweepSessions,
    ExpireGrants,
    EndRetiredRights,
    ReconcileSubscriptions,
    CancelPlans,
    SweepFiles,
    ExpireChats,
    EmbedFiles,
    ReadScans,
    RedactLostQuotes,
    RollUpUsage,
    SendQueuedEmails,
    SendUsageMails,
    TellOfRequests,
    RotateSecret,
    ScheduledBackups,
    PurgeDeleted,
    RemoveOldUsage,
    ServerEventBuffer,
    AuditRefusals,
    AuditRetention,
    ForwardAudit,
    FollowConnectedProviders,
    FollowProviders,
    FollowSentenceModel,
    FollowReranker,
  ] as const;
  const running = jobs.map((job) =>
    container.get<{ execute(signal: AbortSignal): Promise<void> }>(job).execute(signal),
  );
  await Promise.all([...running, container.get(DeleteAccount).resumeUnfinished(signal)]);
};

/** Mails in flight are delivered before mail server and database connections close; page connections close at once. */
const closeClients = async (container: Container): Promise<void> => {
  await container.get(ProcessBackground).drain();
  container.get(MailTransport).close();
  await container.get(ToolConnections).close();
  const closing = [
    Uploads,
    GuardedFetch,
    ArticleWorkerPool,
    DocumentWorkerPool,
    TesseractRecognizer,
    LocalModels,
    AnalyticsConnection,
  ] as const;
  await Promise.all(closing.map((what) => container.get<{ close(): Promise<void> }>(what).close()));
};

/** Lets written responses arrive, for a second at most, then closes the remaining connections. */
const closeConnections = async (server: Server, closed: Promise<void>): Promise<void> => {
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_TIMEOUT_MS / 20);
  const timeout = new AbortController();
  await Promise.race([closed, new SystemClock().sleep(CLOSE_TIMEOUT_MS, timeout.signal)]);
  timeout.abort(); // otherwise the timer would keep the process alive for the rest of the second
  clearInterval(idle);
  server.closeAllConnections();
};
