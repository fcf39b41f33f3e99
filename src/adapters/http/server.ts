import Router, { type RouterContext } from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';
import helmet from 'koa-helmet';

import { ROUTES } from '../../contract/all.ts';
import type { ActiveRequests } from '../../domain/accounts/active-requests.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import type { Ids } from '../../domain/kernel/ports.ts';
import { type AccountDataUses, accountDataRoutes } from './account-data.routes.ts';
import { accountRoutes, type AccountUses } from './accounts.routes.ts';
import { adminConfigRoutes, type AdminConfigUses } from './admin-config.routes.ts';
import { adminPeopleRoutes, type AdminPeopleUses } from './admin-people.routes.ts';
import type { CallCounter } from './analytics.ts';
import { agentRoutes, type AgentUses } from './agents.routes.ts';
import { aiRoutes, type AiUses } from './ai.routes.ts';
import { apiKeyRoutes, type ApiKeyUses } from './api-keys.routes.ts';
import { apiPage, apiPageStyle, openApi } from './api-docs.ts';
import type { BodyBudget } from './body-budget.ts';
import { billingRoutes, type BillingUses } from './billing.routes.ts';
import { chatRoutes, type ChatUses } from './chats.routes.ts';
import { fileRoutes, type FileUses } from './files.routes.ts';
import { type IdentityParts, identityPages } from './identity-pages.ts';
import { modelRoutes, type ModelUses } from './models.routes.ts';
import { mounter } from './mount.ts';
import { operationsRoutes, type OperationsUses } from './operations.routes.ts';
import { openAiFailureOf, speaksOpenAi } from './openai-errors.ts';
import { openAiRoutes, type OpenAiUses } from './openai.routes.ts';
import { pictureRoutes, type PictureUses } from './pictures.routes.ts';
import { sharePage } from './share-page.ts';
import { shareRoutes, type ShareUses } from './shares.routes.ts';
import type { Doorkeeper } from './principal.ts';
import { reportErrors } from './report-errors.ts';
import { retrievalRoutes, type RetrievalUses } from './retrieval.routes.ts';
import { type SandboxOutbox, sandboxPages } from './sandbox-pages.ts';
import { sandboxBar } from './sandbox-bar.ts';
import { type SandboxCounter, sandboxPayments } from './sandbox-payments.ts';
import { signInRoutes, type SignInUses } from './sign-in.routes.ts';
import { themeRoutes, type ThemeUses } from './theme.routes.ts';
import { usageRoutes, type UsageUses } from './usage.routes.ts';
import { nameManifest, serveWebApp } from './web-app.ts';

/** What the server tells operators. */
export interface Reporter {
  request(route: string, status: number, ms: number): void;
  failed(what: string, error: unknown, id: string): void;
}

export interface ServerParts {
  readonly uses: AccountUses &
    SignInUses &
    ChatUses &
    AiUses &
    AgentUses &
    UsageUses &
    ApiKeyUses &
    OpenAiUses &
    BillingUses &
    PictureUses &
    AdminConfigUses &
    ModelUses &
    RetrievalUses &
    FileUses &
    AdminPeopleUses &
    OperationsUses &
    AccountDataUses &
    ThemeUses &
    ShareUses;
  /** Where people pay by hand; only while the sandbox takes the payments. */
  readonly sandboxPayments: SandboxCounter | undefined;
  readonly doorkeeper: Doorkeeper;
  /** Whose bearers end their answers with them. */
  readonly requests: ActiveRequests;
  readonly bodies: BodyBudget;
  readonly counter: CallCounter;
  readonly ids: Ids;
  /** The pages of the sign-in popup. */
  readonly identity: IdentityParts;
  /** What sandboxes did not send; undefined when no sandbox serves. */
  readonly outbox: SandboxOutbox | undefined;
  /** Sandboxes serve people elsewhere (SANDBOX=on), so every page says so. */
  readonly showsSandboxBar: boolean;
  /** Foreign hosts that a captcha's script needs. */
  readonly captchaHosts: ForeignHosts;
  readonly reporter: Reporter;
  /** False before the database is ready and once the process goes down. */
  readonly ready: () => Promise<boolean>;
  /** The folder of the built page. */
  readonly webRoot: string;
  readonly version: string;
}

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Hosts by what may come from them. */
export interface ForeignHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  readonly connect: readonly string[];
}

const headers = (hosts: ForeignHosts) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false, // its upgrade-insecure-requests would break plain http in a local network
      directives: {
        defaultSrc: SELF,
        scriptSrc: [...SELF, ...hosts.script],
        styleSrc: [...SELF, ...hosts.style],
        ...(hosts.frame.length > 0 ? { frameSrc: [...SELF, ...hosts.frame] } : {}),
        imgSrc: [...SELF, 'data:', 'blob:'],
        connectSrc: [...SELF, ...hosts.connect],
        workerSrc: SELF,
        manifestSrc: SELF,
        objectSrc: NONE,
        baseUri: NONE,
        formAction: SELF,
        frameAncestors: NONE,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  });

/** The Koa application: everything a browser or script can reach on the public port. */
export const createApp = (parts: ServerParts): Koa => {
  const app = new Koa();
  app.on('error', (error) => parts.reporter.failed('a response', error, ''));
  app.use(measured(parts.reporter));
  app.use(
    reportErrors(
      (error, failure, ctx) => {
        report(
          parts.reporter,
          `${ctx.method} ${String(ctx['_matchedRoute'] ?? '')}`,
          error,
          String(failure.body['id'] ?? ''),
        );
      },
      () => parts.ids.next(),
    ),
  );
  app.use(keptByNobody);
  app.use(headers(parts.captchaHosts));
  app.use(health(parts.ready));
  if (parts.showsSandboxBar) app.use(sandboxBar());
  app.use(api(parts));
  app.use(identityPages(parts.identity));
  if (parts.outbox) app.use(sandboxPages(parts.outbox));
  if (parts.sandboxPayments) app.use(sandboxPayments(parts.sandboxPayments));
  app.use(sharePage(parts.uses.openShare));
  app.use(nameManifest(parts.webRoot, parts.uses.skins.default.branding.logo_text));
  app.use(serveWebApp(parts.webRoot));
  app.use(unknownCall);
  return app;
};

/** What operators must see: what nobody expected, and what a vendor said. A refusal of our own is no trouble. */
const troubleBehind = (error: unknown): unknown => (error instanceof DomainError ? error.cause : error);

const report = (reporter: Reporter, what: string, error: unknown, id = ''): void => {
  const trouble = troubleBehind(error);
  if (trouble !== undefined) reporter.failed(what, trouble, id);
};

/** No answer is kept by a browser or a proxy, unless it says otherwise itself: files of the page, pictures, skins. */
const keptByNobody: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  return next();
};

const measured =
  (reporter: Reporter): Middleware =>
  async (ctx, next) => {
    const startedAt = Date.now();
    await next();
    reporter.request(
      String(ctx['_matchedRoute'] ?? (isCall(ctx.path) ? 'unknown' : 'page')),
      ctx.res.statusCode,
      Date.now() - startedAt,
    );
  };

const health =
  (ready: ServerParts['ready']): Middleware =>
  async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = { alive: true };
    else if (ctx.path === '/readyz') {
      const isReady = await ready();
      ctx.status = isReady ? 200 : 503;
      ctx.body = { ready: isReady };
    } else await next();
  };

/** Not a file of the page. */
const isCall = (path: string): boolean => path.startsWith('/api') || speaksOpenAi(path);

/** The first two segments: `/api/ai`, `/v1/chat`. */
const areaOf = (path: string): string => path.split('/', 3).join('/');

/** One router per area of paths, found by a map: the number of routes elsewhere costs a request nothing. */
const api = (parts: ServerParts): Middleware => {
  const routers = new Map<string, Router>();
  const routerFor = (path: string): Router => {
    const area = areaOf(path);
    const router = routers.get(area) ?? new Router();
    routers.set(area, router);
    return router;
  };
  const mount = parts.counter.counting(mounter(routerFor, parts));
  accountRoutes(mount, parts.uses);
  signInRoutes(mount, parts.uses);
  chatRoutes(mount, parts.uses);
  aiRoutes(mount, parts.uses);
  agentRoutes(mount, parts.uses, (what, error) => report(parts.reporter, what, error));
  apiKeyRoutes(mount, parts.uses);
  openAiRoutes(mount, parts.uses, {
    ids: parts.ids,
    failed: (what, error, id) => report(parts.reporter, what, error, id),
  });
  usageRoutes(mount, parts.uses);
  billingRoutes(mount, parts.uses);
  pictureRoutes(mount, parts.uses);
  fileRoutes(mount, parts.uses);
  retrievalRoutes(mount, parts.uses);
  adminConfigRoutes(mount, parts.uses);
  modelRoutes(mount, parts.uses);
  adminPeopleRoutes(mount, parts.uses);
  operationsRoutes(mount, parts.uses);
  accountDataRoutes(mount, parts.uses);
  themeRoutes(mount, parts.uses);
  shareRoutes(mount, parts.uses);
  docs(routerFor('/api/docs'), parts.version);
  const served = new Map([...routers].map(([area, router]) => [area, { routes: router.routes(), methods: router }]));
  return async (ctx, next) => {
    const router = served.get(areaOf(ctx.path));
    if (!router || !isRoutable(ctx)) return next();
    return router.routes(ctx, () => refuseMethod(ctx, next, router.methods));
  };
};

/** The router adds its fields by itself; its types want them beforehand. */
const isRoutable = (ctx: Context): ctx is Context & RouterContext => ctx.path !== '';

const refuseMethod = async (ctx: Context, next: Next, router: Router): Promise<void> => {
  const { path: known } = router.match(ctx.path, ctx.method);
  if (known.length === 0 || ctx.method === 'OPTIONS') return next();
  ctx.set('Allow', [...new Set(known.flatMap(({ methods }) => methods))].join(', '));
  refuse(ctx, 405, 'Method not allowed');
};

const refuse = (ctx: Context, status: number, error: string): void => {
  ctx.status = status;
  ctx.body = speaksOpenAi(ctx.path)
    ? { error: openAiFailureOf(undefined, { status, body: { error } }).error }
    : { error };
};

const docs = (router: Router, version: string): void => {
  let page: string | undefined;
  let description: object | undefined;
  router.get('/api/docs', (ctx) => {
    ctx.type = 'html';
    ctx.body = page ??= apiPage(ROUTES);
  });
  router.get('/api/docs/page.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = apiPageStyle;
  });
  router.get('/api/docs/openapi.json', (ctx) => {
    ctx.body = description ??= openApi(ROUTES, version);
  });
};

const unknownCall: Middleware = (ctx) => {
  if (isCall(ctx.path)) return refuse(ctx, 404, 'Not found');
  ctx.status = 404;
  ctx.body = 'Not found';
};
