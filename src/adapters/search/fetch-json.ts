import { z } from 'zod';

import type { GuardedRequests } from './guarded-requests.ts';
import { toJsonBody } from '../../platform/json-body.ts';
import { readLimited } from '../../platform/read-limited.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 4 * 1024 * 1024;

/** A text that services may leave out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export interface JsonRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a POST; absent: GET. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** Permitted addresses only; anywhere when absent. */
  readonly requests?: GuardedRequests | undefined;
}

/** The service refused the call; operators see its status. */
class SearchRefused extends Error {
  constructor(readonly status: number) {
    super(`the search service answered ${status}`);
  }
}

/**
 * One call to a search service: at most eight seconds and four megabytes, no redirects, so that a key never reaches
 * another host. The error's message names the status and never the answer.
 */
export const fetchJson = async ({ requests, ...request }: JsonRequest): Promise<unknown> => {
  const { status, body } = await (requests ? getGuarded(requests, request) : fetchOpen(request));
  if (status < 200 || status > 299) {
    await body.cancel();
    throw new SearchRefused(status);
  }
  const { bytes, isTruncated } = await readLimited(body.chunks, MAX_BYTES);
  if (isTruncated) throw new Error('the answer of the search service is too long');
  return JSON.parse(bytes.toString('utf8'));
};

interface JsonResponse {
  readonly status: number;
  readonly body: { readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; cancel(): Promise<void> };
}

const HEADERS = { Accept: 'application/json', 'User-Agent': 'Parley (self-hosted chat)' };

const getGuarded = async (requests: GuardedRequests, { url, headers, signal }: JsonRequest): Promise<JsonResponse> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const { status, body } = await requests.get(url, { ...HEADERS, ...headers }, limited);
  const cancel = async (): Promise<void> => void body.destroy();
  return { status, body: { chunks: body, cancel } };
};

const fetchOpen = async ({ url, headers = {}, body: json, signal }: JsonRequest): Promise<JsonResponse> => {
  const init = json === undefined ? {} : { method: 'POST', body: toJsonBody(json) };
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const { status, body } = await vendorFetch(url, TIMEOUT_MS, {
    ...init,
    headers: { ...HEADERS, ...type, ...headers },
    signal,
  });
  return { status, body: { chunks: body ?? [], cancel: async () => body?.cancel() } };
};
