import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';

import type { Body, Params, Query, Route } from '../../src/contract/route.ts';
import { selectOverrideHeaders } from '../state/flags-slice.ts';
import { selectToken, sessionExpired } from '../state/session-slice.ts';
import { selectTrialHeaders } from '../state/trial-slice.ts';
import { parseFailure, networkFailure, type ApiFailure } from './api-error.ts';
import { fetchInTime, LONG_WAIT_MS, USUAL_WAIT_MS } from './fetch-in-time.ts';
import { currentLanguage } from './i18n/translations.ts';
import { isConfirmed } from './reauthentication.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** A file is sent as it is, and has to be JSON itself; anything else is written as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Only what the call really has must be given: a call without a body takes no body. */
type InputPart<Name extends string, Value> = string extends keyof Value
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };
export type CallInput<T extends Route> = InputPart<'params', Params<T>> &
  InputPart<'query', Query<T>> &
  InputPart<'body', Body<T>>;

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

const buildSearch = (query: Readonly<Record<string, unknown>> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
};

/**
 * Binds a call of the contract by its type alone, so that the schemas stay out of the page: method and path are checked
 * against it and the returned function takes exactly its input. `endpoint<typeof
 * contract.login>('post', '/api/auth/login')`.
 */
export const endpoint =
  <T extends Route>(method: T['method'], path: T['path']) =>
  (...[input]: unknown extends CallInput<T> ? [] : [CallInput<T>]): ApiRequest => {
    const { params, query, body }: LooseInput = input ?? {};
    return {
      method: method.toUpperCase(),
      path: fillPath(path, params) + buildSearch(query),
      ...(body === undefined ? {} : { body }),
    };
  };

/** The bearer of a token as headers; nothing for a visitor. */
export const bearerHeaders = (token: string | null): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

/** The calls that an admin's override changes. */
const OVERRIDABLE = /^\/api\/(?:ai|agent|search|files)(?:\/|\?|$)/;

const parseBody = async (response: Response): Promise<unknown> => {
  const body = await response.text();
  return body === '' ? null : JSON.parse(body);
};

/** Calls behind which a model, another vendor or much data stands. */
const LONG_CALLS = /^\/api\/(?:account|admin|ai\/[dgr]|external|search|stripe|tools)|re-embed$/;

/** The server cuts a body that comes more slowly than at 4 KiB/s. */
const waitFor = (path: string, { size = 0, length = size }: { size?: number; length?: number }): number =>
  (LONG_CALLS.test(path) ? LONG_WAIT_MS : USUAL_WAIT_MS) + length / 4;

const send = (
  { method, path, headers, body = '' }: ApiRequest,
  authHeaders: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> => {
  const content = body === '' || body instanceof Blob ? body : JSON.stringify(body);
  return fetchInTime(
    new URL(path, location.origin),
    {
      method,
      headers: {
        'Accept-Language': currentLanguage(),
        ...authHeaders,
        ...(content && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: content || null,
      signal,
    },
    waitFor(path, content),
  );
};

/** The calls that a visitor makes as the session of the trial. */
const TRIAL_CALLS = /^\/api\/agent\//;

const callerHeaders = (path: string, token: string | null, state: unknown): Record<string, string> =>
  token === null && TRIAL_CALLS.test(path) ? selectTrialHeaders(state) : bearerHeaders(token);

/** Codes that the dialog of signing in goes on with. */
const SIGN_IN_STEP = /^(?:SECOND_FACTOR_|APPROVAL_PENDING$)/;

/**
 * One call with the session's bearer token. A refused token ends the session for all features (docs/adr/0036). A call
 * that asks for a fresh proof of identity is sent again once the person has given it (docs/adr/0064).
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async (request, page, options) => {
  const { getState, dispatch, signal } = page;
  const token = selectToken(getState());
  try {
    const override = OVERRIDABLE.test(request.path) ? selectOverrideHeaders(getState()) : {};
    const response = await send(request, { ...callerHeaders(request.path, token, getState()), ...override }, signal);
    if (response.ok) return { data: await parseBody(response) };
    if (response.status === 401 && token !== null && token === selectToken(getState())) dispatch(sessionExpired());
    const error = await parseFailure(response);
    if (SIGN_IN_STEP.test(error.code ?? ''))
      void import('./report-sign-in-step.ts').then(({ reportSignInStep }) => reportSignInStep(error, dispatch));
    return (await isConfirmed(error)) ? await baseQuery(request, page, options) : { error };
  } catch {
    return { error: networkFailure() };
  }
};

/**
 * The page's one cache of what the server knows. Features add their calls to it with `injectEndpoints`, and the tags
 * that no other feature names with `enhanceEndpoints`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Me',
    'Chats',
    'Chat',
    'Freemium',
    'Plans',
    'Subscription',
    'Usage',
    'ApiKey',
    'Files',
    'File',
    'AdminVersions',
    'Configs',
    'Models',
    'Tools',
  ],
  endpoints: () => ({}),
});
