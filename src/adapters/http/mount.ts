import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { z } from 'zod';

import type { Access, Method, Route, RoutePath } from '../../contract/route.ts';
import type { ActiveRequests } from '../../domain/accounts/active-requests.ts';
import { type DomainError, InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Maintenance } from '../../domain/operations/ports.ts';
import { toBodyError } from './errors/body-errors.ts';
import type { BodyBudget } from './limits/body-budget.ts';
import { jsonReader } from './limits/json-body.ts';
import { type Allowed, type Authenticator, needsSession, type Principal } from './authenticator.ts';
import type { RequestAudit } from './request-audit.ts';

/** Cached readers, one per limit: admins change limits seldom. */
const MAX_BODY_READERS = 20;
/** The default body limit. */
const DEFAULT_BODY_BYTES = 1024 * 1024;
/** That of calls without a sign-in: to parse a hostile megabyte takes as long as a hundred sign-ins. */
const ANYONE_BODY_BYTES = 64 * 1024;

export interface Call<A extends Access, P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly principal: Allowed<A>;
  /** The caller's network address as limits count it. */
  readonly address: string;
  readonly ctx: Context;
}

/** A caller's body limit, and the error beyond it. */
export interface BodyLimit {
  readonly bytes: number;
  readonly error: Error;
}

/** A limit per caller below the route's own, known before a byte is read. Undefined: the route's. */
export type GetBodyLimit<A extends Access> = (principal: Allowed<A>) => Promise<BodyLimit | undefined>;

/** Returned by a handler that wrote the response itself, as streams do. */
export const RESPONSE_SENT: unique symbol = Symbol('answered');

type Schema = z.ZodType;

const toAuthPath = (name: string): string => `/api/auth/${name}`;

export interface MountDeps {
  readonly authenticator: Authenticator;
  /** Tracks running responses by bearer. */
  readonly requests: ActiveRequests;
  readonly bodies: BodyBudget;
  readonly audit: RequestAudit;
  readonly maintenance: Maintenance;
}

/**
 * What goes on during maintenance besides reading: signing in and out, getting back into an account, payments' events,
 * and stopping a reply. Whoever has no account gets none by signing in: see `RegistrationPolicy`.
 */
const IN_MAINTENANCE: ReadonlySet<string> = new Set([
  ...['login', 'second-factor', 'passkey', 'passkey/options', 'oidc/session', 'firebase-exchange'].map(toAuthPath),
  ...['send-sms', 'verify-sms', 'link', 'invitation', 'reauthenticate', 'logout', 'logout-everywhere'].map(toAuthPath),
  ...['forgot-password', 'reset-password', 'restore-email'].map(toAuthPath),
  '/api/stripe/webhook',
  '/api/ai/replies/:id/stop',
]);

const pausesInMaintenance = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  method !== 'get' && !(method === 'post' && IN_MAINTENANCE.has(path));

/**
 * The only place where a contract meets Koa: access before the body is read, then params, query and body by their
 * schemas, then the reply through its own, so that no undeclared field leaks.
 */
export const createMount =
  (routerFor: (path: string) => Router, { authenticator, requests, bodies, audit, maintenance }: MountDeps) =>
  <A extends Access, P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    route: Route<Method, RoutePath, P, Q, B, R, A>,
    handle: (call: Call<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R> | typeof RESPONSE_SENT>,
    getBodyLimit?: GetBodyLimit<A>,
  ): void => {
    const trackedRequests = route.endsAccess === true ? undefined : requests;
    const maxBytes = route.bodyLimit ?? (route.access === 'anyone' ? ANYONE_BODY_BYTES : DEFAULT_BODY_BYTES);
    const readBody = createBodyReader(maxBytes, route);
    const unreadRefusals = { ...route, isUnread: true };
    const isPausable = pausesInMaintenance(route);
    const takesBody =
      route.method !== 'get' && route.method !== 'delete' && route.raw !== true && route.multipart === undefined;
    const respond = async (ctx: Context, caller: Principal, address: string): Promise<void> => {
      const params = parse(route.params, ctx['params'] ?? {}, 'path');
      const query = parse(route.query, { ...ctx.query }, 'query');
      const body = parse(route.body, takesBody ? bodyOf(ctx) : {}, 'body', isUnread(ctx) ? unreadRefusals : route);
      const principal = authenticator.applyOverride(caller, ctx, body);
      if (!isAllowed(route.access, principal)) throw new Error(`rule ${route.access} let in ${principal.kind}`);
      const result = await audit.run(route, principal, ctx, () =>
        handle({ params, query, body, principal, address, ctx }),
      );
      if (result === RESPONSE_SENT) return;
      ctx.status = route.status ?? 200;
      ctx.body = route.reply.parse(result);
    };
    // A form is not counted: its file goes to disk as it arrives.
    const budget = takesBody || route.raw === true ? bodies : undefined;
    routerFor(route.path).register(route.path, [route.method], async (ctx: Context) => {
      const principal = await authenticator.authenticate(route, ctx);
      if (isPausable && !isAdmin(principal)) await maintenance.requireOff();
      closeOnRevocation(ctx, principal, trackedRequests);
      const address = authenticator.address(ctx);
      const release = budget?.reserve(ctx, { maxBytes, principal, address });
      try {
        if (takesBody)
          await readBody(ctx, isAllowed(route.access, principal) ? await getBodyLimit?.(principal) : undefined);
        if (route.streams) release?.(); // what was read is small beside a reply of minutes
        await respond(ctx, principal, address);
      } finally {
        release?.();
      }
    });
  };

/** Until it is complete, the response is cut off when its bearer becomes invalid. */
const closeOnRevocation = (ctx: Context, caller: Principal, requests: ActiveRequests | undefined): void => {
  if (caller.kind !== 'user' || !requests) return;
  ctx.res.once(
    'close',
    requests.register(caller.token, () => ctx.res.destroy()),
  );
};

/** Serves one call of the contract. */
export type Mount = ReturnType<typeof createMount>;

/** Reads bodies up to `maxBytes` and the caller's own limit, which is at least the default. */
const createBodyReader = (maxBytes: number, refusals: Refusals) => {
  const readers = new Map<number, Promise<Middleware>>();
  return async (ctx: Context, ownLimit: BodyLimit | undefined): Promise<void> => {
    const bytes = Math.min(maxBytes, Math.max(ownLimit?.bytes ?? maxBytes, DEFAULT_BODY_BYTES));
    const reader = readers.get(bytes) ?? jsonReader(bytes);
    if (readers.size < MAX_BODY_READERS) readers.set(bytes, reader);
    try {
      await (
        await reader
      )(ctx, async () => undefined);
    } catch (error) {
      const refusal = toBodyError(error);
      throw refusal ? toRefusal(refusal, ownLimit, refusals) : error;
    }
  };
};

const toRefusal = (unread: DomainError, ownLimit: BodyLimit | undefined, refusals: Refusals): Error => {
  if (unread.kind === 'invalid') return refuse('body', unread.message, refusals.refusal);
  return ownLimit && unread.kind === 'too_large' ? ownLimit.error : unread;
};

const isAdmin = (principal: Principal): boolean => principal.kind === 'user' && principal.user.isAdmin;

const isAllowed = <A extends Access>(access: A, principal: Principal): principal is Allowed<A> => {
  if (access === 'anyone') return true;
  if (access === 'visitor') return principal.kind === 'visitor';
  if (needsSession(access)) return principal.kind === 'user' && principal.session !== undefined;
  return principal.kind !== 'nobody';
};

/** An empty body counts as an empty object. */
const bodyOf = ({ request }: Context): unknown => {
  const body: unknown = 'body' in request ? request.body : undefined;
  return body === undefined || (body === '' && !request.length) ? {} : body;
};

type Refusals = Pick<Route, 'refusal' | 'nonObjectRefusal'>;
type BodyRefusals = Refusals & { readonly isUnread?: boolean };

const UNREAD = 'The body is read as JSON only: send it with Content-Type: application/json';

/** There is a body, of another type than JSON. */
const isUnread = (ctx: Context): boolean => ctx.is('json', '+json') === false;

/** The specification's text for an invalid body comes first; what is wrong with it is then the `message`. */
const refuse = (field: string, fault: string, refusal: string | undefined): InvalidInput =>
  refusal === undefined ? new InvalidInput(fault, field) : new InvalidInput(refusal, field, fault);

/** The refusals replace zod's message. */
const parse = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
  refusals: BodyRefusals = {},
): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toInvalidInput(parsed.error.issues[0], where, refusals);
};

const fieldOf = (issue: z.core.$ZodIssue | undefined): string => {
  const keys = issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : (issue?.path ?? []);
  return keys.map(String).join('.');
};

const toInvalidInput = (issue: z.core.$ZodIssue | undefined, where: string, refusals: BodyRefusals): InvalidInput => {
  const field = fieldOf(issue) || where;
  const isNoObject = issue?.code === 'invalid_type' && issue.path.length === 0;
  if (isNoObject && refusals.nonObjectRefusal !== undefined) return new InvalidInput(refusals.nonObjectRefusal, field);
  const fault = refusals.isUnread === true ? UNREAD : `${field}: ${issue?.message ?? 'not valid'}`;
  return refuse(field, fault, refusals.refusal);
};
