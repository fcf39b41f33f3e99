import type { Readable } from 'node:stream';

import type * as Undici from 'undici';

import { PageFailed, PageRefused } from '../../domain/agents/errors.ts';
import { readBody } from './body.ts';
import { guardedConnect, type Resolve, systemResolve } from './guarded-connect.ts';
import type { PublicAddresses } from './public-address.ts';

export interface Wanted {
  readonly url: string;
  /** The `Accept` header. */
  readonly accept: string;
  readonly signal: AbortSignal;
  /** Most bytes of the body, unpacked. */
  readonly bytes: number;
  /** What happens to a longer body: it is cut there, or the whole fetch fails. */
  readonly longer: 'cut' | 'fail';
}

export interface Fetched {
  /** After redirects. */
  readonly url: string;
  /** The `Content-Type` header as it came, in lower case; empty without one. */
  readonly type: string;
  readonly bytes: Buffer;
}

export interface FetchLimits {
  readonly connectMs: number;
  /** Redirects and body included. */
  readonly totalMs: number;
}

const LIMITS: FetchLimits = { connectMs: 5000, totalMs: 10_000 };
const HOPS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const ADDRESS = 2048;

interface Http {
  readonly request: typeof Undici.request;
  readonly agent: Undici.Agent;
}

type Answer = Awaited<ReturnType<typeof Undici.request>>;

/**
 * The only way to an address that a person, a model or a search named. Plain GET without cookies or credentials, at
 * most five redirects, each of them judged like the first address. Throws `PageRefused` and `PageFailed`.
 */
export class GuardedFetch {
  private readonly addresses: PublicAddresses;
  private readonly resolve: Resolve;
  private readonly limits: FetchLimits;
  private http: Promise<Http> | undefined;

  constructor(addresses: PublicAddresses, resolve: Resolve = systemResolve, limits: FetchLimits = LIMITS) {
    this.addresses = addresses;
    this.resolve = resolve;
    this.limits = limits;
  }

  async get(wanted: Wanted): Promise<Fetched> {
    const late = AbortSignal.timeout(this.limits.totalMs);
    const signal = AbortSignal.any([wanted.signal, late]);
    try {
      return await this.follow({ ...wanted, signal });
    } catch (error) {
      throw failureOf(error, late.aborted && !wanted.signal.aborted);
    }
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await (await this.http)?.agent.destroy();
  }

  private async follow(wanted: Wanted): Promise<Fetched> {
    let url = webAddress(wanted.url);
    for (let hop = 0; hop <= HOPS; hop += 1) {
      const answer = await this.ask(url, wanted);
      const next = headerOf(answer, 'location');
      if (!REDIRECTS.includes(answer.statusCode) || next === '') return await finish(url, answer, wanted);
      drop(answer.body);
      if (!URL.canParse(next, url.href)) throw new PageFailed('The site sent us to an address that is none');
      url = webAddress(new URL(next, url).href);
    }
    throw new PageFailed('The site sent us around in circles');
  }

  private async ask(url: URL, { accept, signal }: Wanted): Promise<Answer> {
    const { request, agent } = await (this.http ??= this.load());
    const headers = {
      accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Mozilla/5.0 (compatible; Parley; self-hosted chat)',
    };
    return request(url, { method: 'GET', headers, signal, dispatcher: agent });
  }

  /** Loaded with the first fetch: start-up should not wait for it. */
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

const headerOf = ({ headers }: Answer, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
};

/** A body nobody reads. Its end by force is no error of ours. */
const drop = (body: Readable): void => {
  body.on('error', () => undefined);
  body.destroy();
};

const finish = async (url: URL, answer: Answer, { bytes, longer, signal }: Wanted): Promise<Fetched> => {
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    drop(answer.body);
    throw new PageFailed(`The site answered ${answer.statusCode}`);
  }
  const body = await readBody(answer.body, headerOf(answer, 'content-encoding'), bytes, signal);
  if (body.isCut && longer === 'fail') throw new PageFailed('The file is too large');
  return { url: url.href, type: headerOf(answer, 'content-type').toLowerCase(), bytes: body.bytes };
};

/** An address as it may be asked at all. Throws `PageRefused`. */
const webAddress = (text: string): URL => {
  if (text.length > ADDRESS || !URL.canParse(text)) throw new PageRefused('This is no address of a page');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PageRefused('Only pages by http and https can be read');
  if (url.username !== '' || url.password !== '')
    throw new PageRefused('An address with a password in it is not asked');
  url.hash = '';
  return url;
};

/** The refusal that stands somewhere behind what a connection told. */
const refusalIn = (error: unknown, depth = 0): PageRefused | undefined => {
  if (error instanceof PageRefused) return error;
  if (depth > 4 || !(error instanceof Error)) return undefined;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map((one: unknown) => refusalIn(one, depth + 1)).find((one) => one !== undefined);
};

const failureOf = (error: unknown, late: boolean): Error => {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  if (error instanceof PageFailed) return error;
  return new PageFailed(late ? 'The site took too long to answer' : 'The site did not answer', { cause: error });
};
