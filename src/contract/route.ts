import { z } from 'zod';

import type { KeyScope } from '../shared/api-keys.ts';
import type { AuditAction, AuditWay } from '../shared/audit.ts';

/**
 * Who may call. `visitor`: a trial session id. `user`: a session token or an API key. `session`: a session token only,
 * because an API key cannot manage the account. `premium`: a user whose plan has API access. `user-or-visitor`: the
 * bearer counts first. `auditor`: the session of an admin or an auditor. `admin`: the session of an admin.
 */
export type Access = 'anyone' | 'visitor' | 'user' | 'session' | 'premium' | 'user-or-visitor' | 'auditor' | 'admin';
export type Method = 'get' | 'post' | 'put' | 'delete';

type Schema = z.ZodType;
/** `/v1` has the OpenAI-compatible calls, with OpenAI's errors; `/mcp` the Model Context Protocol. */
export type RoutePath = `/api/${string}` | `/v1/${string}` | '/mcp';

/** Whether a call needs a fresh proof of identity. */
type FreshProof = boolean | ((params: Readonly<Record<string, unknown>>) => boolean);

/**
 * One call, which the server mounts, the page calls and the OpenAPI page shows. `reply` parses every 2xx JSON response.
 * `streams`: the call may respond with an event stream.
 */
export interface Route<
  M extends Method = Method,
  U extends RoutePath = RoutePath,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  A extends Access = Access,
> {
  readonly method: M;
  readonly path: U;
  readonly summary: string;
  readonly access: A;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly reply: R;
  readonly status?: 200 | 201 | 202;
  /**
   * Only within ten minutes of a proof of identity, otherwise 403 `REAUTHENTICATION_REQUIRED` (docs/adr/0064). A
   * function decides by the path's parameters.
   */
  readonly freshProof?: FreshProof;
  readonly streams?: boolean;
  /** The limited API keys that may call it; one with all rights may call whatever a key may. */
  readonly scopes?: readonly Exclude<KeyScope, 'all'>[];
  /** What it may write to the audit log; a refusal is one of the first action. */
  readonly audit?: readonly AuditAction[];
  /** The way in of a caller without a bearer, for the audit log. */
  readonly way?: AuditWay;
  /** The data of the stream's events by name; the empty name is an event without one. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** May be called by who must set up a second factor first. */
  readonly withoutSecondFactor?: boolean;
  /** Revokes its own bearer and still responds; other responses are cut off once their bearer is revoked. */
  readonly endsAccess?: boolean;
  /** The handler reads the raw body, whose bytes are signed. */
  readonly raw?: boolean;
  /** The body is a form with one `file` and these text fields, which the handler reads. */
  readonly multipart?: readonly string[];
  /** Largest JSON body in bytes; when absent 1 MiB, or 64 KiB where anyone may call. */
  readonly bodyLimit?: number;
  /** The error text for an invalid body, where the specification names one. */
  readonly refusal?: string;
  /** The same for a body that is no JSON object. */
  readonly nonObjectRefusal?: string;
}

export const emptyObject = z.strictObject({});
export type Empty = typeof emptyObject;

type RouteDefinition<R extends Route> = Omit<R, 'params' | 'query' | 'body'> &
  Partial<Pick<R, 'params' | 'query' | 'body'>>;

/** Declares a call and infers its types. Absent params, query and body are empty: unknown fields are refused. */
export function route<
  M extends Method,
  U extends RoutePath,
  R extends Schema,
  A extends Access,
  P extends Schema = Empty,
  Q extends Schema = Empty,
  B extends Schema = Empty,
>(definition: RouteDefinition<Route<M, U, P, Q, B, R, A>>): Route<M, U, P, Q, B, R, A>;
export function route(definition: RouteDefinition<Route>): Route {
  return { params: emptyObject, query: emptyObject, body: emptyObject, ...definition };
}

/** The same call, with a fresh proof of identity only. */
export const withFreshProof = <T extends Route>(definition: T): T => ({ ...definition, freshProof: true });

/** Whether an export of a contract module is a route. */
export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

export type Params<T extends Route> = z.input<T['params']>;
export type Query<T extends Route> = z.input<T['query']>;
export type Body<T extends Route> = z.input<T['body']>;
export type Answer<T extends Route> = z.output<T['reply']>;
