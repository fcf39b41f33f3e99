import { Readable } from 'node:stream';

import type * as Undici from 'undici';

import { guardedConnect, type PermittedAddresses, systemResolve } from '../../../platform/guarded-connect.ts';
import type { OutboundProxies } from '../../../platform/outbound-proxies.ts';
import { readLimited } from '../../../platform/read-limited.ts';
import type { CallLimits } from './call-limits.ts';
import { parseRetryAfter, errorFromResponse } from './provider-errors.ts';
import { UpstreamError } from './upstream-error.ts';

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Makes the events of an answer of another type; undefined: that is none. Absent: nothing else is an answer. */
  readonly toEvents?: (text: string) => string | undefined;
}

interface Reach {
  readonly addresses?: PermittedAddresses | undefined;
  readonly proxies?: OutboundProxies | undefined;
}

interface Http {
  readonly request: typeof Undici.request;
  readonly agent: Undici.Dispatcher;
}

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const textOf = async (body: Readable, maxBytes: number): Promise<string> =>
  (await readLimited(body, maxBytes)).bytes.toString('utf8');

/**
 * HTTP to providers on undici's `request`: Node streams, keep-alive, and as many connections per provider as running
 * replies. Follows no redirect (a key must not reach another host) and retries nothing.
 */
export class Transport {
  readonly #limits: CallLimits;
  readonly #addresses: PermittedAddresses | undefined;
  readonly #proxies: OutboundProxies | undefined;
  #http: Promise<Http> | undefined;

  /**
   * `addresses`: where it may connect to, without a proxy; anywhere when absent, as the operator's environment may name
   * any address.
   */
  constructor(limits: CallLimits, { addresses, proxies }: Reach = {}) {
    this.#limits = limits;
    this.#addresses = addresses;
    this.#proxies = proxies;
  }

  /** The body of an event stream, or the events of a whole answer. Anything else is thrown as `UpstreamError`. */
  async openStream({ url, headers, body, signal, toEvents }: PostRequest): Promise<Readable> {
    const { request, agent } = await (this.#http ??= this.#load());
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
    const type = String(response.headers['content-type'] ?? 'text/event-stream');
    const isAnswer = response.statusCode === 200;
    if (isAnswer && type.includes('event-stream')) return response.body;
    const text = await textOf(response.body, isAnswer && toEvents ? this.#limits.bodyBytes : MAX_ERROR_BYTES);
    const events = isAnswer ? toEvents?.(text) : undefined;
    if (events !== undefined) return Readable.from([Buffer.from(events)]);
    throw errorFromResponse(
      response.statusCode,
      text.slice(0, MAX_ERROR_BYTES),
      parseRetryAfter(response.headers, Date.now()),
    );
  }

  /** A small JSON document such as a model list, within `listMs`. */
  async getJson(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const timeoutError = new UpstreamError('silent', `after ${this.#limits.listMs} ms`);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(timeoutError), this.#limits.listMs);
    try {
      const { request, agent } = await (this.#http ??= this.#load());
      const response = await request(url, { method: 'GET', headers, signal: abort.signal, dispatcher: agent });
      const text = await textOf(response.body, MAX_LIST_BYTES);
      if (response.statusCode !== 200) throw errorFromResponse(response.statusCode, text);
      return JSON.parse(text);
    } catch (error) {
      if (abort.signal.aborted) throw timeoutError;
      throw error instanceof SyntaxError ? new UpstreamError('garbled', 'the list of models is not JSON') : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes every connection, running replies included. */
  async close(): Promise<void> {
    await (await this.#http)?.agent.destroy();
  }

  /** Loaded with the first call. */
  async #load(): Promise<Http> {
    const { Agent, buildConnector, EnvHttpProxyAgent, request } = await import('undici');
    const { connectMs: timeout } = this.#limits;
    // Timeouts for headers and body are `Call`'s; undici's own would be coarser.
    const options = {
      connections: null,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: this.#addresses ? guardedConnect(buildConnector, this.#addresses, systemResolve, timeout) : { timeout },
    };
    const proxies = this.#addresses ? undefined : this.#proxies;
    return { request, agent: proxies ? new EnvHttpProxyAgent({ ...options, ...proxies }) : new Agent(options) };
  }
}
