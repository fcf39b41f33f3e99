import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnalyticsMiddleware } from '../adapters/http/analytics-middleware.ts';
import { BodyBudget } from '../adapters/http/limits/body-budget.ts';
import { type RequestHandler, createLimitedServer } from '../adapters/http/limits/limited-server.ts';
import { Authenticator } from '../adapters/http/authenticator.ts';
import { RequestAudit } from '../adapters/http/request-audit.ts';
import { noteActivity } from '../adapters/http/note-activity.ts';
import { Readiness } from '../adapters/http/readiness.ts';
import { createApp } from '../adapters/http/server.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import type { Telemetry } from '../adapters/telemetry/telemetry.ts';
import type { Config } from '../config.ts';
import type { Env } from '../platform/provider-registry.ts';
import { isFolder } from '../platform/private-files.ts';
import { outboundProxies, useOutboundProxies } from '../platform/outbound-proxies.ts';
import { asUrlHost } from '../platform/public-urls.ts';
import { createContainer } from '../container/create-container.ts';
import { startTelemetry } from '../container/telemetry.ts';
import type { AppContext } from '../container/app-context.ts';
import { bodyBudgets, connectionLimits } from './http-settings.ts';
import { serverHandlers, serverPages } from '../container/handlers.ts';
import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { Maintenance } from '../domain/operations/ports.ts';
import { GrantAdmin, CreateSetupLink } from '../domain/accounts/first-admin.ts';
import { FollowConnectedProviders } from '../domain/admin/providers/follow-connected-providers.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { ReplyMaintenance } from '../domain/chat/replies/maintenance/index.ts';
import { Activity } from '../domain/kernel/activity.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { listen, listenForMetrics } from './listen.ts';
import { openAppContext } from './open-context.ts';

type Container = ReturnType<typeof createContainer>;

interface Instrumented {
  readonly container: Container;
  /** Undefined where no collector is configured. */
  readonly telemetry: Telemetry | undefined;
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

/** Reads settings, connects adapters, migrates the schema and serves. Throws `StartupError`. */
export const startParley = async (env: Env): Promise<RunningServer> => {
  const context = await openAppContext(env);
  try {
    return await startWith(context);
  } catch (error) {
    await context.database.close().catch(() => undefined); // why it failed is told, also when this does
    throw error;
  }
};

const startWith = async (context: AppContext): Promise<RunningServer> => {
  await useOutboundProxies(outboundProxies(context.config));
  await context.database.serveAlone();
  const container = createContainer(context);
  const telemetry = await startTelemetry(container);
  await container.get(Migrator).up();
  await container.get(FollowConnectedProviders).update();
  const { ADMIN_EMAIL, ADMIN_PASSWORD, PYTHON_PACKAGES } = context.config;
  if (PYTHON_PACKAGES !== undefined && !isFolder(PYTHON_PACKAGES))
    context.logs.warn('PYTHON_PACKAGES is no folder that can be read: programs have the standard library only');
  if (ADMIN_EMAIL !== undefined && !(await container.get(GrantAdmin).execute(ADMIN_EMAIL, ADMIN_PASSWORD))) {
    context.logs.warn(
      'ADMIN_EMAIL was not made an admin: there is no such account with a verified address, or ADMIN_PASSWORD is ' +
        'not its password',
    );
  }
  const token = await container.get(CreateSetupLink).execute();
  await container.get(ReplyBus).open();
  await container.get(ReplyMaintenance).start();
  return serve(context, { container, telemetry }, token);
};

const serve = async (
  context: AppContext,
  { container, telemetry }: Instrumented,
  setupToken: string | undefined,
): Promise<RunningServer> => {
  const { config } = context;
  const state = { stopping: false };
  const handle = requestHandler(
    context,
    { container, telemetry },
    readinessCheck(() => state.stopping, container),
  );
  const proxies = { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS };
  const server = await listen(createLimitedServer(connectionLimits(config), proxies, handle), config);
  context.urls.setPort(portOf(server));
  const metricsServer = await listenForMetrics(config, container.get(Metrics)).catch((error: unknown) => {
    server.close();
    throw error;
  });
  container.get(Metrics).countBrokenFrames(() => context.llm.brokenFrames());
  const markNotReady = () => void (state.stopping = true);
  return {
    context,
    container,
    server,
    handle,
    url: `http://${browserHost(config)}:${portOf(server)}`,
    metricsUrl: metricsServer && `http://${asUrlHost(config.METRICS_HOST)}:${portOf(metricsServer)}/metrics`,
    setupLink: setupToken && `${context.urls.app}/?setup=${setupToken}`,
    stop: stopBoth(startBackgroundJobs(context, container, { server, metricsServer, markNotReady }), telemetry),
  };
};

/** The telemetry last: it sends what the end recorded. */
const stopBoth = (stopServer: () => Promise<void>, telemetry: Telemetry | undefined) => async (): Promise<void> => {
  await stopServer();
  await telemetry?.stop();
};

const requestHandler = (
  { config, logs, urls, webRoot, version }: AppContext,
  { container, telemetry }: Instrumented,
  ready: () => Promise<boolean>,
): RequestHandler => {
  const metrics = container.get(Metrics);
  const app = createApp({
    handlers: serverHandlers(container),
    authenticator: container.get(Authenticator),
    requests: container.get(ActiveRequests),
    bodies: new BodyBudget(bodyBudgets(config)),
    audit: container.get(RequestAudit),
    maintenance: container.get(Maintenance),
    analytics: container.get(AnalyticsMiddleware),
    ids: container.get(Ids),
    ...serverPages(container),
    reporter: {
      request: (route, status, ms) => {
        metrics.request(route, status, ms);
        telemetry?.route(route, status);
      },
      failed: (what, error, id) => logs.error(what, { error, id }),
    },
    ready,
    webRoot,
    publicUrl: urls,
    version,
  });
  const answer = noteActivity(container.get(Activity), app.callback());
  if (!telemetry) return (request, response) => void answer(request, response);
  return (request, response) => telemetry.request(request, response, () => answer(request, response));
};

/** As a browser on this machine would write it. */
const browserHost = ({ HOST }: Config): string =>
  HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : asUrlHost(HOST.replace('127.0.0.1', 'localhost'));

const readinessCheck = (isStopping: () => boolean, container: Container): (() => Promise<boolean>) => {
  const readiness = new Readiness(() => container.get(Migrator).isUpToDate(), container.get(Clock));
  return async () => !isStopping() && readiness.isReady();
};

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
