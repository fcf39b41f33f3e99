import type { Readable } from 'node:stream';

import type * as Undici from 'undici';

import { PageUnavailable, PageNotAllowed } from '../../domain/agents/errors.ts';
import { readBody } from './read-body.ts';
import { guardedConnect, type Resolve, systemResolve } from '../../platform/guarded-connect.ts';
import type { PublicAddresses } from '../../platform/public-addresses.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';

export interface FetchRequest {
  readonly url: string;
  /** The `Accept` header. */
  readonly accept: string;
  readonly signal: AbortSignal;
  /** Maximum bytes of the body, uncompressed; of what begins so. The signal also ends at the limit of time. */
  readonly bytes: number | ((beginning: Buffer, signal: AbortSignal) => Promise<number>);
  /** What happens to a longer body: it is truncated, or the fetch fails. */
  readonly longer: 'cut' | 'fail';
}

export interface FetchResult {
  /** After redirects. */
  readonly url: string;
  /** The `Content-Type` header in lower case; empty without one. */
  readonly type: string;
  readonly bytes: Buffer;
  /** The body was longer. */
  readonly isTruncated: boolean;
}

export interface FetchLimits {
  readonly connectMs: number;
  /** Redirects and body included. */
  readonly totalMs: number;
}

const DEFAULT_LIMITS: FetchLimits = { connectMs: 5000, totalMs: 10_000 };
const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const MAX_URL_LENGTH = 2048;
const WEB_PROTOCOLS = ['http:', 'https:'];

interface Http {
  readonly request: typeof Undici.request;
  readonly agent: Undici.Agent;
}

type HttpResponse = Awaited<ReturnType<typeof Undici.request>>;

/**
 * The only way to fetch an address that a user, a model or a search named. Plain GET without cookies or credentials, at
 * most five redirects, each checked like the first address. Throws `PageNotAllowed` and `PageUnavailable`.
 */
export class GuardedFetch {
  private http: Promise<Http> | undefined;

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly resolve: Resolve = systemResolve,
    private readonly limits: FetchLimits = DEFAULT_LIMITS,
  ) {}

  async get(request: FetchRequest): Promise<FetchResult> {
    const timeout = AbortSignal.timeout(this.limits.totalMs);
    const signal = AbortSignal.any([request.signal, timeout]);
    try {
      return await this.follow({ ...request, signal });
    } catch (error) {
      throw toPageError(error, timeout.aborted && !request.signal.aborted);
    }
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.http)?.agent.destroy();
  }

  private async follow(request: FetchRequest): Promise<FetchResult> {
    let url = parseWebUrl(request.url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await this.sendRequest(url, request);
      const next = headerOf(response, 'location');
      if (!REDIRECT_STATUSES.includes(response.statusCode) || next === '')
        return await toResult(url, response, request);
      discardBody(response.body);
      if (!URL.canParse(next, url.href)) throw new PageNotAllowed(STEP_FAILURES.addressInvalid);
      url = parseWebUrl(new URL(next, url).href);
    }
    throw new PageUnavailable(STEP_FAILURES.siteInCircles);
  }

  private async sendRequest(url: URL, { accept, signal }: FetchRequest): Promise<HttpResponse> {
    const { request, agent } = await (this.http ??= this.load());
    const headers = {
      accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Mozilla/5.0 (compatible; Parley; self-hosted chat)',
    };
    return request(url, { method: 'GET', headers, signal, dispatcher: agent });
  }

  /** Loaded with the first fetch. */
  private async load(): Promise<Http> {
    const { Agent, buildConnector, request } = await import('undici');
    const { connectMs, totalMs } = this.limits;
    const connect = guardedConnect(buildConnector, this.addresses, this.resolve, connectMs);
    return {
      request,
      agent: new Agent({
        connect,
        connections: 8,
        keepAliveTimeout: 4000,
        headersTimeout: totalMs,
        bodyTimeout: totalMs,
        maxHeaderSize: 32 * 1024,
      }),
    };
  }
}

const headerOf = ({ headers }: HttpResponse, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
};

/** Discards a body; the forced end is not an error. */
const discardBody = (body: Readable): void => {
  body.on('error', () => undefined);
  body.destroy();
};

const toResult = async (
  url: URL,
  response: HttpResponse,
  { bytes, longer, signal }: FetchRequest,
): Promise<FetchResult> => {
  if (response.statusCode < 200 || response.statusCode > 299) {
    discardBody(response.body);
    throw new PageUnavailable(`The site answered ${response.statusCode}.`);
  }
  const limit = typeof bytes === 'number' ? bytes : (beginning: Buffer) => bytes(beginning, signal);
  const body = await readBody(response.body, headerOf(response, 'content-encoding'), limit, signal);
  if (body.isTruncated && longer === 'fail') throw new PageUnavailable(STEP_FAILURES.pageTooLarge);
  return { url: url.href, type: headerOf(response, 'content-type').toLowerCase(), ...body };
};

/** Only http and https, without a user's name or password. Throws `PageNotAllowed`. */
const parseWebUrl = (text: string): URL => {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !WEB_PROTOCOLS.includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new PageNotAllowed(STEP_FAILURES.addressInvalid);
  url.hash = '';
  return url;
};

/** The refusal in the chain of causes of a connection error. */
const findRefusal = (error: unknown, depth = 0): PageNotAllowed | undefined => {
  if (error instanceof PageNotAllowed) return error;
  if (depth > 4 || !(error instanceof Error)) return undefined;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map((one: unknown) => findRefusal(one, depth + 1)).find((one) => one !== undefined);
};

const toPageError = (error: unknown, timeout: boolean): Error => {
  const refusal = findRefusal(error);
  if (refusal) return refusal;
  if (error instanceof PageUnavailable) return error;
  return new PageUnavailable(timeout ? STEP_FAILURES.siteTooSlow : STEP_FAILURES.siteUnanswered, {
    cause: error,
  });
};
