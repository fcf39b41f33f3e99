import { z } from 'zod';

/**
 * Who may call: `anyone`; `visitor` = a trial session id; `user` = a bearer, a session or an API key; `session` = a
 * signed-in browser, because an API key may use the product and not manage the account; `premium` = a bearer whose plan
 * has API access; `user-or-visitor` = bearer or trial session, the bearer counting first; `admin` = the session of an
 * account with the admin flag.
 */
export type Access = 'anyone' | 'visitor' | 'user' | 'session' | 'premium' | 'user-or-visitor' | 'admin';
export type Method = 'get' | 'post' | 'put' | 'delete';

type Schema = z.ZodType;
/** Ours are under `/api`; `/v1` belongs to the OpenAI-compatible calls, which speak that API's language, errors too. */
export type RoutePath = `/api/${string}` | `/v1/${string}`;

/**
 * One call as data: the server mounts it, the page calls it, the OpenAPI page shows it. `reply` is what a 2xx JSON
 * answer holds; replies are parsed by it on the way out. `streams` marks calls that (also) answer with an event stream.
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
  readonly streams?: boolean;
  /** Ends the bearer it comes with, and answers all the same; any other answer is cut off once its bearer holds no longer. */
  readonly endsAccess?: boolean;
  /** The body is signed byte for byte: it is handed on as it came, and its fields are no part of the contract. */
  readonly raw?: boolean;
  /** The body is a form with one `file` and these text fields: the handler reads it by itself, within limits that it knows. */
  readonly multipart?: readonly string[];
  /** Largest JSON body in bytes; 1 MiB when absent. */
  readonly bodyLimit?: number;
  /** The words that a body is refused with when it is not valid, where the specification has words of its own. */
  readonly refusal?: string;
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

/** Whether an export of a module of the contract is a route: only routes have all of these. */
export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

export type Params<T extends Route> = z.input<T['params']>;
export type Query<T extends Route> = z.input<T['query']>;
export type Body<T extends Route> = z.input<T['body']>;
export type Answer<T extends Route> = z.output<T['reply']>;
