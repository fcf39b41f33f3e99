import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DocumentThreads } from './adapters/documents/document-threads.ts';
import { CallCounter } from './adapters/http/analytics.ts';
import { BodyBudget } from './adapters/http/body-budget.ts';
import { type Handle, limitedServer } from './adapters/http/limited-server.ts';
import { Doorkeeper } from './adapters/http/principal.ts';
import { Readiness } from './adapters/http/readiness.ts';
import { createApp } from './adapters/http/server.ts';
import { connectModels } from './adapters/llm/connect-models.ts';
import { connectPayments } from './adapters/payments/connect-payments.ts';
import { Database } from './adapters/sql/database.ts';
import { databaseAddress } from './adapters/sql/database-url.ts';
import { Migrator } from './adapters/sql/migrator.ts';
import { ProcessBackground } from './adapters/system/background.ts';
import { SystemClock } from './adapters/system/clock.ts';
import { makeLogs } from './adapters/system/logs.ts';
import { Metrics, serveMetrics } from './adapters/system/metrics.ts';
import { GuardedFetch } from './adapters/web-pages/guarded-fetch.ts';
import { ReadingThreads } from './adapters/web-pages/reading-threads.ts';
import { allowsSandboxes, type Config, type Env, readConfig } from './config.ts';
import { chooseAnalytics } from './container/analytics-choice.ts';
import { ConnectedAnalytics } from './container/analytics.module.ts';
import { chooseBlobs } from './container/blobs-choice.ts';
import { Connections } from './container/connections.ts';
import { makeContainer } from './container/index.ts';
import type { Parts } from './container/parts.ts';
import { bodyBudgets, connectionLimits } from './http-settings.ts';
import { OwnAddresses } from './own-addresses.ts';
import { keepPrivate } from './private-files.ts';
import { readTheme } from './theme.ts';
import { serverUses, ownPages } from './container/server-uses.ts';
import { chooseRetrieval } from './container/retrieval-choice.ts';
import { chooseSearch } from './container/search-choice.ts';
import { chooseSignIn } from './container/sign-in-choice.ts';
import { ActiveRequests } from './domain/accounts/active-requests.ts';
import { GrantAdmin, OfferFirstAdmin } from './domain/accounts/first-admin.ts';
import { SweepSessions } from './domain/accounts/sessions.ts';
import { ReconcileSubscriptions } from './domain/billing/reconcile-subscriptions.ts';
import { KeepReplies } from './domain/chat/keep-replies.ts';
import { LiveReplies } from './domain/chat/live-replies.ts';
import { Runners } from './domain/chat/ports.ts';
import { SweepFiles } from './domain/files/sweep-files.ts';
import { Clock, Ids } from './domain/kernel/ports.ts';
import { KeepEvents } from './domain/operations/keep-events.ts';
import { RollUpUsage } from './domain/operations/roll-up-usage.ts';
import { DeleteAccount } from './domain/people/delete-account.ts';
import { EmbedFiles } from './domain/retrieval/embed-files.ts';

type Container = ReturnType<typeof makeContainer>;

/** The start was refused; `faults` are lines for the person who started it. */
export class StartRefused extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export interface Running {
  readonly parts: Parts;
  readonly container: Container;
  readonly server: Server;
  /** Answers a request, whatever door it came by. */
  readonly handle: Handle;
  /** Where it listens, as a browser on this machine would write it. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Where the first admin is made; undefined when there is one. */
  readonly setupLink: string | undefined;
  /** Drains: not ready, no new connections, running replies end or are kept as interrupted, all closed. */
  stop(): Promise<void>;
}

const FAREWELL_MS = 1000;

/** The project's folder, from `src/` and from `dist/src/` alike. */
const projectRoot = (from = dirname(fileURLToPath(import.meta.url))): string =>
  existsSync(join(from, 'package.json')) ? from : projectRoot(dirname(from));

/** Reads settings, opens what is needed, brings the schema up to date and serves. Throws `StartRefused`. */
export const startParley = async (env: Env): Promise<Running> => {
  const parts = await openParts(env);
  const container = makeContainer(parts);
  await container.get(Migrator).up();
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = parts.config;
  if (ADMIN_EMAIL !== undefined && !(await container.get(GrantAdmin).execute(ADMIN_EMAIL, ADMIN_PASSWORD))) {
    parts.logs.warn(
      'ADMIN_EMAIL was not made an admin: there is no such account, or ADMIN_PASSWORD is not its password',
    );
  }
  const token = await container.get(OfferFirstAdmin).execute();
  await container.get(KeepReplies).start();
  return serve(parts, container, token);
};

/** Settings, database and models, or every fault of the settings. Also what the command line tools begin with. */
export const openParts = async (env: Env): Promise<Parts> => {
  const read = readConfig(env);
  const sandboxes = allowsSandboxes(env);
  const logs = makeLogs('config' in read ? read.config.LOG_LEVEL : 'info');
  const onListFailure = (id: string, error: unknown) =>
    logs.warn(`the list of models of ${id} could not be had`, { error });
  const llm = connectModels(env, { clock: new SystemClock(), sandboxes, onListFailure });
  const { signIn, faults: signInFaults } = chooseSignIn(env, sandboxes);
  const { search, faults: searchFaults } = chooseSearch(env, sandboxes);
  const { files, faults: fileFaults } = chooseFiles(env, sandboxes);
  const { analytics, faults: analyticsFaults } = chooseAnalytics(env, sandboxes);
  const payments = await connectPayments(env, sandboxes);
  const theme = themeOf(read);
  const faults = [
    ...faultsOf(read),
    ...llm.faults,
    ...signInFaults,
    ...searchFaults,
    ...fileFaults,
    ...analyticsFaults,
    ...faultsOf(payments),
    ...faultsOf(theme),
  ];
  if (
    !('config' in read) ||
    !signIn ||
    !search ||
    !files ||
    !analytics ||
    'faults' in payments ||
    'faults' in theme ||
    faults.length > 0
  )
    throw new StartRefused(faults);
  const { config } = read;
  const root = projectRoot();
  const addresses = new OwnAddresses(config);
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
    addresses,
    database,
    webRoot: join(root, 'dist/web'),
    version: versionOf(root),
  };
};

/** Where files lie, and how they are found. */
const chooseFiles = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; files?: Pick<Parts, 'blobs' | 'retrieval'> } => {
  const { blobs, faults } = chooseBlobs(env, sandboxes);
  const { retrieval, faults: more } = chooseRetrieval(env, sandboxes);
  return blobs && retrieval ? { faults: [], files: { blobs, retrieval } } : { faults: [...faults, ...more] };
};

const faultsOf = (read: object): readonly string[] =>
  'faults' in read && Array.isArray(read.faults) ? read.faults.map(String) : [];

const themeOf = (read: ReturnType<typeof readConfig>): ReturnType<typeof readTheme> =>
  'config' in read ? readTheme(read.config) : { faults: [] };

/** Undefined for one in memory or on a server. */
const databaseFile = ({ DATABASE_URL }: Config): string | undefined => {
  const address = databaseAddress(DATABASE_URL);
  return address.kind === 'sqlite' && address.file !== ':memory:' ? address.file : undefined;
};

const openDatabase = async (config: Config, logs: Parts['logs']): Promise<Database> => {
  const { DATA_DIR, DATABASE_URL } = config;
  try {
    for (const fault of keepPrivate(DATA_DIR, databaseFile(config))) logs.warn(fault);
    return await Database.open(DATABASE_URL);
  } catch (error) {
    throw new StartRefused([
      `DATABASE_URL: ${error instanceof Error ? error.message : 'the database cannot be opened'}`,
    ]);
  }
};

const versionOf = (root: string): string => {
  const about: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : '0';
};

const serve = async (parts: Parts, container: Container, setupToken: string | undefined): Promise<Running> => {
  const { config, logs } = parts;
  const metrics = container.get(Metrics);
  const state = { stopping: false };
  const app = createApp({
    uses: serverUses(container),
    doorkeeper: container.get(Doorkeeper),
    requests: container.get(ActiveRequests),
    bodies: new BodyBudget(bodyBudgets(config)),
    counter: container.get(CallCounter),
    ids: container.get(Ids),
    ...ownPages(container),
    reporter: {
      request: (route, status, ms) => metrics.request(route, status, ms),
      failed: (what, error, id) => logs.error(what, { error, id }),
    },
    ready: readyUnless(() => state.stopping, container),
    webRoot: parts.webRoot,
    version: parts.version,
  });
  const answer = app.callback();
  const handle: Handle = (request, response) => void answer(request, response);
  const server = await listen(
    limitedServer(
      connectionLimits(config),
      { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS },
      handle,
    ),
    config,
  );
  parts.addresses.listensOn(portOf(server));
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
    throw new StartRefused([`METRICS_PORT: port ${config.METRICS_PORT} is in use`]);
  }
  return {
    parts,
    container,
    server,
    handle,
    url: `http://${config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST.replace('127.0.0.1', 'localhost')}:${portOf(server)}`,
    metricsUrl: metricsServer && `http://${config.METRICS_HOST}:${portOf(metricsServer)}/metrics`,
    setupLink: setupToken && `${parts.addresses.app}/?setup=${setupToken}`,
    stop: runUntilStopped(parts, container, { server, metricsServer, beUnready: () => void (state.stopping = true) }),
  };
};

interface Doors {
  readonly server: Server;
  readonly metricsServer: Server | undefined;
  /** From now on `/readyz` says 503. */
  readonly beUnready: () => void;
}

/** Begins all that is done beside the requests; answers how to end it and everything else in order. */
const runUntilStopped = (
  { config, logs, llm, database }: Parts,
  container: Container,
  { server, metricsServer, beUnready }: Doors,
): Running['stop'] => {
  const { DRAIN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = config;
  const housekeeping = new AbortController();
  const keeping = keepHouse(container, housekeeping.signal);
  return async () => {
    beUnready();
    await container.get(Clock).sleep(delay * 1000); // who sends people here asks /readyz before it is believed to be away
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    await container.get(LiveReplies).drain(Math.max(0, grace - delay) * 1000);
    housekeeping.abort();
    await keeping;
    await farewell(server, closed);
    await sendTheRest(container);
    metricsServer?.close();
    // Each for itself: a database that is gone must not keep the process from ending.
    const end = (what: string, work: Promise<void>) => work.catch((error: unknown) => logs.error(what, { error }));
    await end('giving up the lease', container.get(Runners).retire());
    await end('closing the connections to models', llm.close());
    await end('closing the database', database.close());
  };
};

const readyUnless = (isStopping: () => boolean, container: Container): (() => Promise<boolean>) => {
  const readiness = new Readiness(() => container.get(Migrator).ready(), container.get(Clock));
  return async () => !isStopping() && readiness.ask();
};

/** All that is done beside the requests; ends some time after `signal` aborts. */
const keepHouse = async (container: Container, signal: AbortSignal): Promise<void> => {
  const chores = [
    ActiveRequests,
    KeepReplies,
    SweepSessions,
    ReconcileSubscriptions,
    SweepFiles,
    EmbedFiles,
    RollUpUsage,
    KeepEvents,
  ] as const;
  const running = chores.map((chore) =>
    container.get<{ execute(signal: AbortSignal): Promise<void> }>(chore).execute(signal),
  );
  await Promise.all([...running, container.get(DeleteAccount).resume(signal)]);
};

/** Mails that are on their way arrive before the connections to the mail server and the database go; those to pages go at once. */
const sendTheRest = async (container: Container): Promise<void> => {
  await container.get(ProcessBackground).drain();
  container.get(Connections).mail.close();
  const closing = [GuardedFetch, ReadingThreads, DocumentThreads, ConnectedAnalytics] as const;
  await Promise.all(closing.map((what) => container.get<{ close(): Promise<void> }>(what).close()));
};

/** Lets what is already said arrive, a second at most, and cuts whoever is left. */
const farewell = async (server: Server, closed: Promise<void>): Promise<void> => {
  const idle = setInterval(() => server.closeIdleConnections(), FAREWELL_MS / 20);
  const patience = new AbortController();
  await Promise.race([closed, new SystemClock().sleep(FAREWELL_MS, patience.signal)]);
  patience.abort(); // or the timer would keep the process for the rest of the second
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
      reject(inUse ? new StartRefused([`PORT: port ${PORT} is in use`]) : error);
    });
    server.listen(PORT, HOST, () => resolve(server));
  });
