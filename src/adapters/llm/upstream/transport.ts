import type { Readable } from 'node:stream';

import type * as Undici from 'undici';

import type { CallLimits } from './limits.ts';
import { retryAfter, troubleOfAnswer } from './provider-errors.ts';
import { UpstreamTrouble } from './trouble.ts';

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

interface Http {
  readonly request: typeof Undici.request;
  readonly agent: Undici.Agent;
}

const ERROR_BYTES = 64 * 1024;
const LIST_BYTES = 16 * 1024 * 1024;

const readAtMost = async (body: Readable, bytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString('utf8');
};

/**
 * HTTP to the providers on undici's plain `request`: Node streams, keep-alive, and as many connections per provider
 * as replies run. Follows no redirect (a key must not travel to another host) and retries nothing.
 */
export class Transport {
  readonly #limits: CallLimits;
  #http: Promise<Http> | undefined;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /** The body of an event stream. Anything else that comes back is thrown as `UpstreamTrouble`. */
  async openStream({ url, headers, body, signal }: Posting): Promise<Readable> {
    const { request, agent } = await (this.#http ??= this.#load());
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
    const type = String(answer.headers['content-type'] ?? 'text/event-stream');
    if (answer.statusCode === 200 && type.includes('event-stream')) return answer.body;
    const said = await readAtMost(answer.body, ERROR_BYTES);
    throw troubleOfAnswer(answer.statusCode, said, retryAfter(answer.headers, Date.now()));
  }

  /** A small JSON document such as a list of models, within `listMs`. */
  async getJson(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const late = new UpstreamTrouble('silent', `after ${this.#limits.listMs} ms`);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(late), this.#limits.listMs);
    try {
      const { request, agent } = await (this.#http ??= this.#load());
      const answer = await request(url, { method: 'GET', headers, signal: stop.signal, dispatcher: agent });
      const text = await readAtMost(answer.body, LIST_BYTES);
      if (answer.statusCode !== 200) throw troubleOfAnswer(answer.statusCode, text);
      return JSON.parse(text);
    } catch (error) {
      if (stop.signal.aborted) throw late;
      throw error instanceof SyntaxError ? new UpstreamTrouble('garbled', 'the list of models is not JSON') : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends every connection, running replies included. */
  async close(): Promise<void> {
    await (await this.#http)?.agent.destroy();
  }

  /** Loaded with the first call: start-up should not wait for it. */
  async #load(): Promise<Http> {
    const { Agent, request } = await import('undici');
    // The waits for headers and body are `Call`'s, which knows their difference; undici's own would only be coarser.
    const agent = new Agent({
      connections: null,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: this.#limits.connectMs },
    });
    return { request, agent };
  }
}
