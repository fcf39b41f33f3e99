import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DocumentWorkerPool } from '../adapters/documents/document-worker-pool.ts';
import { AnalyticsMiddleware } from '../adapters/http/analytics-middleware.ts';
import { BodyBudget } from '../adapters/http/limits/body-budget.ts';
import { type RequestHandler, createLimitedServer } from '../adapters/http/limits/limited-server.ts';
import { Authenticator } from '../adapters/http/authenticator.ts';
import { Readiness } from '../adapters/http/readiness.ts';
import { createApp } from '../adapters/http/server.ts';
import { connectModels } from '../adapters/llm/connect-models.ts';
import { connectPayments } from '../adapters/payments/connect-payments.ts';
import { Database } from '../adapters/sql/database.ts';
import { parseDatabaseUrl } from '../adapters/sql/database-url.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { ProcessBackground } from '../adapters/system/background.ts';
import { SystemClock } from '../adapters/system/clock.ts';
import { createLogger } from '../adapters/system/logger.ts';
import { Metrics, serveMetrics } from '../adapters/system/metrics.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { ArticleWorkerPool } from '../adapters/web-pages/article-worker-pool.ts';
import { allowsSandboxes, type Config, type Env, parseConfig } from '../config.ts';
import { selectAnalyticsAdapter } from '../container/analytics-choice.ts';
import { ConnectedAnalytics } from '../container/analytics.module.ts';
import { selectBlobAdapter } from '../container/blobs-choice.ts';
import { SignInConnections } from '../container/sign-in-connections.ts';
import { createContainer } from '../container/create-container.ts';
import type { AppContext } from '../container/app-context.ts';
import { bodyBudgets, connectionLimits } from './http-settings.ts';
import { PublicUrls } from '../platform/public-urls.ts';
import { restrictDataFiles } from '../platform/private-files.ts';
import { loadTheme } from '../platform/theme.ts';
import { serverHandlers, serverPages } from '../container/handlers.ts';
import { selectRetrievalAdapters } from '../container/retrieval-choice.ts';
import { selectSearchAdapter } from '../container/search-choice.ts';
import { selectSignInAdapters } from '../container/adapter-selection.ts';
import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { GrantAdmin, CreateSetupLink } from '../domain/accounts/first-admin.ts';
import { SweepSessions } from '../domain/accounts/sessions.ts';
import { ReconcileSubscriptions } from '../domain/billing/reconcile-subscriptions.ts';
import { ReplyMaintenance } from '../domain/chat/replies/maintenance/reply-maintenance.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { Runners } from '../domain/chat/conversations/ports.ts';
import { SweepFiles } from '../domain/files/sweep-files.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { AuditLogBuffer } from '../domain/operations/audit-log-buffer.ts';
import { RollUpUsage } from '../domain/operations/roll-up-usage.ts';
import { DeleteAccount } from '../domain/user-admin/delete-account.ts';
import { EmbedFiles } from '../domain/retrieval/embed-files.ts';

type Container = ReturnType<typeof createContainer>;

/** Start-up was refused; `faults` are lines for the operator. */
export class StartupError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export interface RunningServer {
  readonly context: AppContext;
  readonly container: Container;
  readonly server: Server;
  /** Handles a request, whichever server it came by. */
  readonly handle: RequestHandler;
  /** The address as a browser on this machine would write it. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** The one-time link that creates the first admin; undefined when there is one. */
  readonly setupLink: string | undefined;
  /** Drains: not ready, no new connections, running replies end or are stored as interrupted, everything is closed. */
  stop(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 1000;

/** The project folder, from `src/` and from `dist/src/` alike. */
const projectRoot = (from = dirname(fileURLToPath(import.meta.url))): string =>
  existsSync(join(from, 'package.json')) ? from : projectRoot(dirname(from));

/** Reads settings, connects adapters, migrates the schema and serves. Throws `StartupError`. */
export const startParley = async (env: Env): Promise<RunningServer> => {
  const context = await openAppContext(env);
  const container = createContainer(context);
  await container.get(Migrator).up();
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = context.config;
  if (ADMIN_EMAIL !== undefined && !(await container.get(GrantAdmin).execute(ADMIN_EMAIL, ADMIN_PASSWORD))) {
    context.logs.warn(
      'ADMIN_EMAIL was not made an admin: there is no such account, or ADMIN_PASSWORD is not its password',
    );
  }
  const token = await container.get(CreateSetupLink).execute();
  await container.get(ReplyMaintenance).start();
  return serve(context, container, token);
};

/** Settings, database and models, or all faults of the settings. Command line tools start with it too. */
export const openAppContext = async (env: Env): Promise<AppContext> => {
  const parsed = parseConfig(env);
  const sandboxes = allowsSandboxes(env);
  const logs = createLogger('config' in parsed ? parsed.config.LOG_LEVEL : 'info');
  const onListFailure = (id: string, error: unknown) =>
    logs.warn(`the list of models of ${id} could not be had`, { error });
  const llm = connectModels(env, { clock: new SystemClock(), sandboxes, onListFailure });
  const { signIn, faults: signInFaults } = selectSignInAdapters(env, sandboxes);
  const { search, faults: searchFaults } = selectSearchAdapter(env, sandboxes);
  const { files, faults: fileFaults } = selectFileAdapters(env, sandboxes);
  const { analytics, faults: analyticsFaults } = selectAnalyticsAdapter(env, sandboxes);
  const payments = await connectPayments(env, sandboxes);
  const theme = themeFor(parsed);
  const faults = [
    ...faultsOf(parsed),
    ...llm.faults,
    ...signInFaults,
    ...searchFaults,
    ...fileFaults,
    ...analyticsFaults,
    ...faultsOf(payments),
    ...faultsOf(theme),
  ];
  if (
    !('config' in parsed) ||
    !signIn ||
    !search ||
    !files ||
    !analytics ||
    'faults' in payments ||
    'faults' in theme ||
    faults.length > 0
  )
    throw new StartupError(faults);
  const { config } = parsed;
  const root = projectRoot();
  const addresses = new PublicUrls(config);
  const database = await openDatabase(config, logs);
  return {
    config,
    logs,
    llm,
    signIn,
    payments,
    search,
    ...files,
    analytics,
    skins: theme.skins,
    urls: addresses,
    database,
    webRoot: join(root, 'dist/web'),
    version: versionOf(root),
  };
};

/** Blob storage and retrieval. */
const selectFileAdapters = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; files?: Pick<AppContext, 'blobs' | 'retrieval'> } => {
  const { blobs, faults } = selectBlobAdapter(env, sandboxes);
  const { retrieval, faults: retrievalFaults } = selectRetrievalAdapters(env, sandboxes);
  return blobs && retrieval ? { faults: [], files: { blobs, retrieval } } : { faults: [...faults, ...retrievalFaults] };
};

const faultsOf = (parsed: object): readonly string[] =>
  'faults' in parsed && Array.isArray(parsed.faults) ? parsed.faults.map(String) : [];

const themeFor = (parsed: ReturnType<typeof parseConfig>): ReturnType<typeof loadTheme> =>
  'config' in parsed ? loadTheme(parsed.config) : { faults: [] };

/** Undefined for an in-memory or server database. */
const databaseFile = ({ DATABASE_URL }: Config): string | undefined => {
  const address = parseDatabaseUrl(DATABASE_URL);
  return address.kind === 'sqlite' && address.file !== ':memory:' ? address.file : undefined;
};

const openDatabase = async (config: Config, logs: AppContext['logs']): Promise<Database> => {
  const { DATA_DIR, DATABASE_URL } = config;
  try {
    for (const fault of restrictDataFiles(DATA_DIR, databaseFile(config))) logs.warn(fault);
    return await Database.open(DATABASE_URL);
  } catch (error) {
    throw new StartupError([
      `DATABASE_URL: ${error instanceof Error ? error.message : 'the database cannot be opened'}`,
    ]);
  }
};

const versionOf = (root: string): string => {
  const about: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : '0';
};

const serve = async (
  context: AppContext,
  container: Container,
  setupToken: string | undefined,
): Promise<RunningServer> => {
  const { config, logs } = context;
  const metrics = container.get(Metrics);
  const state = { stopping: false };
  const app = createApp({
    handlers: serverHandlers(container),
    authenticator: container.get(Authenticator),
    requests: container.get(ActiveRequests),
    bodies: new BodyBudget(bodyBudgets(config)),
    analytics: container.get(AnalyticsMiddleware),
    ids: container.get(Ids),
    ...serverPages(container),
    reporter: {
      request: (route, status, ms) => metrics.request(route, status, ms),
      failed: (what, error, id) => logs.error(what, { error, id }),
    },
    ready: readinessCheck(() => state.stopping, container),
    webRoot: context.webRoot,
    version: context.version,
  });
  const answer = app.callback();
  const handle: RequestHandler = (request, response) => void answer(request, response);
  const server = await listen(
    createLimitedServer(
      connectionLimits(config),
      { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS },
      handle,
    ),
    config,
  );
  context.urls.setPort(portOf(server));
  const metricsServer =
    config.METRICS_PORT === 0
      ? undefined
      : await serveMetrics(metrics, {
          host: config.METRICS_HOST,
          port: config.METRICS_PORT,
          token: config.METRICS_TOKEN,
        });
  if (!metricsServer && config.metricsPortNamed && config.METRICS_PORT !== 0) {
    server.close();
    throw new StartupError([`METRICS_PORT: port ${config.METRICS_PORT} is in use`]);
  }
  return {
    context,
    container,
    server,
    handle,
    url: `http://${config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST.replace('127.0.0.1', 'localhost')}:${portOf(server)}`,
    metricsUrl: metricsServer && `http://${config.METRICS_HOST}:${portOf(metricsServer)}/metrics`,
    setupLink: setupToken && `${context.urls.app}/?setup=${setupToken}`,
    stop: startBackgroundJobs(context, container, {
      server,
      metricsServer,
      markNotReady: () => void (state.stopping = true),
    }),
  };
};

interface HttpServers {
  readonly server: Server;
  readonly metricsServer: Server | undefined;
  /** From now on `/readyz` returns 503. */
  readonly markNotReady: () => void;
}

/** Starts background work; returns a function that ends it and everything else in order. */
const startBackgroundJobs = (
  { config, logs, llm, database }: AppContext,
  container: Container,
  { server, metricsServer, markNotReady }: HttpServers,
): RunningServer['stop'] => {
  const { DRAIN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = config;
  const backgroundAbort = new AbortController();
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
    await closeSafely('closing the connections to models', llm.close());
    await closeSafely('closing the database', database.close());
  };
};

const readinessCheck = (isStopping: () => boolean, container: Container): (() => Promise<boolean>) => {
  const readiness = new Readiness(() => container.get(Migrator).isUpToDate(), container.get(Clock));
  return async () => !isStopping() && readiness.isReady();
};

/** Background work; ends some time after `signal` aborts. */
const runBackgroundJobs = async (container: Container, signal: AbortSignal): Promise<void> => {
  const jobs = [
    ActiveRequests,
    ReplyMaintenance,
    SweepSessions,
    ReconcileSubscriptions,
    SweepFiles,
    EmbedFiles,
    RollUpUsage,
    AuditLogBuffer,
  ] as const;
  const running = jobs.map((job) =>
    container.get<{ execute(signal: AbortSignal): Promise<void> }>(job).execute(signal),
  );
  await Promise.all([...running, container.get(DeleteAccount).resumeUnfinished(signal)]);
};

/** Mails in flight are delivered before mail server and database connections close; page connections close at once. */
const closeClients = async (container: Container): Promise<void> => {
  await container.get(ProcessBackground).drain();
  container.get(SignInConnections).mail.close();
  const closing = [GuardedFetch, ArticleWorkerPool, DocumentWorkerPool, ConnectedAnalytics] as const;
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

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const listen = (server: Server, { HOST, PORT }: Config): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const inUse = 'code' in error && error.code === 'EADDRINUSE';
      reject(inUse ? new StartupError([`PORT: port ${PORT} is in use`]) : error);
    });
    server.listen(PORT, HOST, () => resolve(server));
  });
