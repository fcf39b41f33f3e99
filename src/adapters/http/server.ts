import Router, { type RouterContext } from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';

import { callMcp } from '../../contract/mcp.ts';
import type { ActiveRequests } from '../../domain/accounts/active-requests.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import type { Maintenance } from '../../domain/operations/ports.ts';
import type { Clock, Ids } from '../../domain/kernel/ports.ts';
import type { AnalyticsMiddleware } from './analytics-middleware.ts';
import { artifactFrame } from './pages/artifact-frame.ts';
import { openSearch } from './pages/opensearch.ts';
import { docsRoutes } from './pages/api-docs-routes.ts';
import type { BodyBudget } from './limits/body-budget.ts';
import { type IdentityPageOptions, identityPages } from './accounts/identity-pages.ts';
import { type ProviderPageOptions, providerPages } from './accounts/provider-pages.ts';
import { mcpRoutes } from './mcp/mcp.routes.ts';
import { type ToolSignInPageOptions, toolSignInPage } from './chat/tool-sign-in-page.ts';
import { createMount } from './mount.ts';
import { toOpenAiFailure, isOpenAiPath } from './openai/openai-errors.ts';
import { securityTxt, type SecurityContact } from './pages/security-txt.ts';
import { sharePage } from './pages/share-page.ts';
import { type ApiHandlers, apiRoutes } from './api-routes.ts';
import type { Authenticator } from './authenticator.ts';
import type { RequestAudit } from './request-audit.ts';
import { reportBrokenAnswers, reportErrors } from './errors/report-errors.ts';
import { type SandboxOutboxOptions, sandboxOutboxPages } from './pages/sandbox-outbox.ts';
import { sandboxBar } from './pages/sandbox-bar.ts';
import type { SandboxCheckout } from '../../platform/sandbox-checkout.ts';
import { sandboxPayments } from './billing/sandbox-payments.ts';
import { type ForeignHosts, securityHeaders } from './security-headers.ts';
import { serveManifest, serveWebApp } from './pages/web-app.ts';

/** Reports to operators. */
export interface Reporter {
  request(route: string, status: number, ms: number): void;
  failed(what: string, error: unknown, id: string): void;
}

export interface ServerDeps {
  readonly handlers: ApiHandlers;
  /** The sandbox's payment pages; absent otherwise. */
  readonly sandboxPayments: SandboxCheckout | undefined;
  readonly authenticator: Authenticator;
  /** Tracks running responses by bearer. */
  readonly requests: ActiveRequests;
  readonly bodies: BodyBudget;
  readonly audit: RequestAudit;
  readonly maintenance: Maintenance;
  readonly analytics: AnalyticsMiddleware;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Whom to report a weakness to. */
  readonly securityContact: SecurityContact;
  /** The pages of the sign-in popup. */
  readonly identity: IdentityPageOptions;
  readonly providers: ProviderPageOptions;
  /** The return from the page of a server of tools. */
  readonly toolSignIn: ToolSignInPageOptions;
  /** Unsent messages of sandboxes; undefined when no sandbox serves. */
  readonly outbox: SandboxOutboxOptions | undefined;
  /** Sandboxes serve a public address (SANDBOX=on), so every page says so. */
  readonly showsSandboxBar: boolean;
  /** Without plans no answer names one. */
  readonly sellsPlans: boolean;
  /** Foreign hosts that a captcha's script needs. */
  readonly captchaHosts: ForeignHosts;
  readonly reporter: Reporter;
  /** False before the database is ready and during shutdown. */
  readonly ready: () => Promise<boolean>;
  /** The folder of the built page. */
  readonly webRoot: string;
  /** Where people reach the product. */
  readonly publicUrl: { readonly app: string };
  readonly version: string;
}

/** The Koa application: everything that is reachable on the public port. */
export const createApp = (deps: ServerDeps): Koa => {
  const app = new Koa();
  app.on(
    'error',
    reportBrokenAnswers((error) => deps.reporter.failed('a response', error, '')),
  );
  app.use(measureRequests(deps.reporter));
  app.use(
    reportErrors(
      (error, failure, ctx) => {
        report(
          deps.reporter,
          `${ctx.method} ${String(ctx['_matchedRoute'] ?? '')}`,
          error,
          String(failure.body['id'] ?? ''),
        );
      },
      () => deps.ids.next(),
      deps.sellsPlans,
    ),
  );
  app.use(noStore);
  app.use(securityHeaders(deps.captchaHosts));
  app.use(healthEndpoints(deps.ready));
  if (deps.showsSandboxBar) app.use(sandboxBar());
  app.use(createRouters(deps));
  app.use(identityPages(deps.identity));
  app.use(providerPages(deps.providers, (what, error) => deps.reporter.failed(what, error, '')));
  app.use(toolSignInPage(deps.toolSignIn, (what, error) => deps.reporter.failed(what, error, '')));
  if (deps.outbox) app.use(sandboxOutboxPages(deps.outbox));
  if (deps.sandboxPayments) app.use(sandboxPayments(deps.sandboxPayments));
  app.use(sharePage(deps.handlers.openShare));
  app.use(artifactFrame());
  const name = deps.handlers.skins.default.branding.logo_text;
  app.use(openSearch(name, () => deps.publicUrl.app));
  app.use(securityTxt(deps.securityContact, () => deps.publicUrl.app, deps.clock));
  app.use(serveManifest(deps.webRoot, name));
  app.use(serveWebApp(deps.webRoot));
  app.use(notFound);
  return app;
};

/** Reports unexpected errors and vendors' failures. Our own refusals are not reported. */
const unexpectedCause = (error: unknown): unknown => (error instanceof DomainError ? error.cause : error);

const report = (reporter: Reporter, what: string, error: unknown, id = ''): void => {
  const cause = unexpectedCause(error);
  if (cause !== undefined) reporter.failed(what, cause, id);
};

/** No response is cached unless it says so itself: page files, images, skins. */
const noStore: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  return next();
};

const measureRequests =
  (reporter: Reporter): Middleware =>
  async (ctx, next) => {
    const startedAt = Date.now();
    await next();
    reporter.request(
      String(ctx['_matchedRoute'] ?? (isApiPath(ctx.path) ? 'unknown' : 'page')),
      ctx.res.statusCode,
      Date.now() - startedAt,
    );
  };

const healthEndpoints =
  (ready: ServerDeps['ready']): Middleware =>
  async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = { alive: true };
    else if (ctx.path === '/readyz') {
      const isReady = await ready();
      ctx.status = isReady ? 200 : 503;
      ctx.body = { ready: isReady };
    } else await next();
  };

/** Not a file of the page. */
const isApiPath = (path: string): boolean => path.startsWith('/api') || path === callMcp.path || isOpenAiPath(path);

/** The first two segments: `/api/ai`, `/v1/chat`. */
const routePrefix = (path: string): string => path.split('/', 3).join('/');

/** One router per path area, found in a map, so that a request costs the same however many routes exist. */
const createRouters = (deps: ServerDeps): Middleware => {
  const routers = new Map<string, Router>();
  const routerFor = (path: string): Router => {
    const prefix = routePrefix(path);
    const router = routers.get(prefix) ?? new Router();
    routers.set(prefix, router);
    return router;
  };
  const mount = deps.analytics.wrap(createMount(routerFor, deps));
  apiRoutes(mount, deps.handlers, deps.ids, (what, error, id) => report(deps.reporter, what, error, id));
  mcpRoutes(mount, deps.handlers, {
    name: deps.handlers.skins.default.branding.logo_text,
    version: deps.version,
    appUrl: deps.handlers.appUrl,
    nextId: () => deps.ids.next(),
    failed: (what, error, id) => report(deps.reporter, what, error, id),
    sellsPlans: deps.sellsPlans,
  });
  docsRoutes(routerFor('/api/docs'), deps.version);
  const served = new Map(
    [...routers].map(([prefix, router]) => [prefix, { routes: router.routes(), methods: router }]),
  );
  return async (ctx, next) => {
    const router = served.get(routePrefix(ctx.path));
    if (!router || !isRoutable(ctx)) return next();
    return router.routes(ctx, () => methodNotAllowed(ctx, next, router.methods));
  };
};

/** The router adds its fields at run time; its types want them before. */
const isRoutable = (ctx: Context): ctx is Context & RouterContext => ctx.path !== '';

const methodNotAllowed = async (ctx: Context, next: Next, router: Router): Promise<void> => {
  const { path: matched } = router.match(ctx.path, ctx.method);
  if (matched.length === 0) return next();
  ctx.set('Allow', [...new Set(matched.flatMap(({ methods }) => methods))].join(', '));
  sendError(ctx, 405, 'Method not allowed');
};

const sendError = (ctx: Context, status: number, error: string): void => {
  ctx.status = status;
  ctx.body = isOpenAiPath(ctx.path)
    ? { error: toOpenAiFailure(undefined, { status, body: { error } }).error }
    : { error };
};

const notFound: Middleware = (ctx) => {
  if (isApiPath(ctx.path)) return sendError(ctx, 404, 'Not found');
  ctx.status = 404;
  ctx.body = 'Not found';
};
