import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type * as Undici from 'undici';

import { ModelUnavailable } from '../../../domain/retrieval/errors.ts';
import { guardedConnect, type PermittedAddresses, systemResolve } from '../../../platform/guarded-connect.ts';
import { digestOf, type RemoteFile } from './remote-file.ts';

const MAX_REDIRECTS = 5;
const REVISION = 'main';

export interface HubLimits {
  readonly connectMs: number;
  /** Without a single byte. */
  readonly silenceMs: number;
}

const DEFAULT_LIMITS: HubLimits = { connectMs: 10_000, silenceMs: 30_000 };

type HttpResponse = Awaited<ReturnType<typeof Undici.request>>;

/** A host of models with the addresses of huggingface.co. Only permitted addresses are connected to, redirects too. */
export class ModelHub {
  private http: Promise<{ readonly request: typeof Undici.request; readonly agent: Undici.Agent }> | undefined;

  constructor(
    /** Without a slash at its end. */
    private readonly baseUrl: string,
    private readonly addresses: PermittedAddresses,
    private readonly limits: HubLimits = DEFAULT_LIMITS,
  ) {}

  /** All files of one version of a repository. Throws `ModelUnavailable`. */
  async describe(repository: string, paths: readonly string[], signal: AbortSignal): Promise<RemoteFile[]> {
    const files: RemoteFile[] = [];
    let revision = REVISION;
    for (const path of paths) {
      const url = `${this.baseUrl}/${repository}/resolve/${revision}/${path}`;
      const response = await this.send('HEAD', url, {}, signal);
      const commit = headerOf(response, 'x-repo-commit');
      if (/^[\da-f]{40}$/.test(commit)) revision = commit; // the next files are of the same version
      const digest = digestOf(headerOf(response, 'x-linked-etag') || headerOf(response, 'etag'));
      const bytes = Number(headerOf(response, 'x-linked-size') || headerOf(response, 'content-length'));
      if (digest === undefined) throw new ModelUnavailable('checksum', 'no digest is announced');
      if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new ModelUnavailable('size');
      files.push({ path, url: `${this.baseUrl}/${repository}/resolve/${revision}/${path}`, bytes, digest });
    }
    return files;
  }

  async partialOf(partial: string): Promise<{ readonly received: number }> {
    return {
      received: await stat(partial).then(
        ({ size }) => size,
        () => 0,
      ),
    };
  }

  /** Adds what is missing to `partial`. Throws `ModelUnavailable` and errors of the network and the disk. */
  async fetch(
    { url, bytes }: RemoteFile,
    partial: string,
    report: (received: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const found = (await this.partialOf(partial)).received;
    const from = found > bytes ? 0 : found;
    if (from === bytes) return report(bytes);
    const response = await this.send('GET', url, from > 0 ? { range: `bytes=${from}-` } : {}, signal);
    const isResumed = response.statusCode === 206 && headerOf(response, 'content-range').startsWith(`bytes ${from}-`);
    let received = isResumed ? from : 0;
    let cut: unknown = 'the connection ended early';
    /** A cut ends the stream in order, so that all that came before it is written. */
    const count = async function* (body: AsyncIterable<Buffer>) {
      try {
        for await (const chunk of body) {
          received += chunk.length;
          if (received > bytes) return;
          yield chunk;
          report(received);
        }
      } catch (error) {
        cut = error;
      }
    };
    const file = createWriteStream(partial, { flags: isResumed ? 'a' : 'w', mode: 0o600 });
    await pipeline(response.body, count, file, { signal });
    if (received > bytes) throw new ModelUnavailable('size');
    if (received < bytes) throw new ModelUnavailable('network', cut);
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.http)?.agent.destroy();
  }

  /** Follows redirects; a description ends at the first that has a digest. */
  private async send(
    method: 'HEAD' | 'GET',
    address: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const { request, agent } = await (this.http ??= this.load());
    let url = address;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await request(url, { method, headers, signal, dispatcher: agent });
      const next = redirectOf(response);
      const isDescribed = method === 'HEAD' && headerOf(response, 'x-linked-etag') !== '';
      if (next === '' || isDescribed) return isDescribed ? response : accepted(response);
      await response.body.dump();
      url = redirected(url, next);
    }
    throw new ModelUnavailable('network', 'too many redirects');
  }

  /** Loaded with the first call. */
  private async load() {
    const { Agent, buildConnector, request } = await import('undici');
    const { connectMs, silenceMs } = this.limits;
    const connect = guardedConnect(buildConnector, this.addresses, systemResolve, connectMs);
    return {
      request,
      agent: new Agent({ connect, connections: 2, headersTimeout: silenceMs, bodyTimeout: silenceMs }),
    };
  }
}

const redirectOf = (response: HttpResponse): string =>
  response.statusCode >= 300 && response.statusCode < 400 ? headerOf(response, 'location') : '';

const accepted = (response: HttpResponse): HttpResponse => {
  const { statusCode: status, body } = response;
  if (status === 200 || status === 206) return response;
  body.on('error', () => undefined).destroy();
  throw new ModelUnavailable([401, 403, 404, 410].includes(status) ? 'missing' : 'network', `status ${status}`);
};

/** Never from an encrypted connection to one that is not. */
const redirected = (from: string, to: string): string => {
  const next = URL.canParse(to, from) ? new URL(to, from) : undefined;
  if (!next || !/^https?:$/.test(next.protocol) || (from.startsWith('https:') && next.protocol !== 'https:'))
    throw new ModelUnavailable('network', 'a redirect that is not followed');
  return next.href;
};

const headerOf = ({ headers }: HttpResponse, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
};
