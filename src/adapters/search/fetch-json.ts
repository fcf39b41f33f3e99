import { z } from 'zod';

import { SearchFailed, type SearchFailure } from '../../domain/agents/errors.ts';
import type { GuardedRequests } from './guarded-requests.ts';
import { toJsonBody } from '../../platform/json-body.ts';
import { readLimited } from '../../platform/read-limited.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 4 * 1024 * 1024;
/** A refusal says what it says at its beginning. */
const MAX_REFUSAL_BYTES = 16 * 1024;

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

/** Another status than that of success; operators see it. */
class UnexpectedStatus extends Error {
  constructor(readonly status: number) {
    super(`the search service answered ${status}`);
  }
}

/** Tavily has statuses of its own for plans that are used up. */
const QUOTA_STATUSES = new Set([402, 432, 433]);
/** Statuses of a refusal whose text may tell of a quota. */
const FAILURES_BY_STATUS: Readonly<Record<number, SearchFailure>> = { 401: 'refused', 403: 'refused', 429: 'busy' };
/** Of an answer that lists its limits, their names alone say nothing. */
const QUOTA_SPENT = [
  /quota[ _](?:limit )?(?:limited|exceeded|used)|exceeds? your plan|usage limit|payment required/i,
  /out of credits|(?:no|insufficient) credits|(?:monthly|daily) (?:quota|limit)/i,
];

const failureOf = (status: number, text: string): SearchFailure => {
  if (QUOTA_STATUSES.has(status)) return 'quotaUsed';
  const failure = FAILURES_BY_STATUS[status] ?? 'unanswered';
  return failure !== 'unanswered' && QUOTA_SPENT.some((pattern) => pattern.test(text)) ? 'quotaUsed' : failure;
};

/** Throws `SearchFailed` for what was no success. */
const checkStatus = async ({ status, body }: JsonResponse): Promise<void> => {
  if (status >= 200 && status <= 299) return;
  const { bytes } = await readLimited(body.chunks, MAX_REFUSAL_BYTES);
  await body.cancel();
  const cause = new UnexpectedStatus(status);
  throw new SearchFailed('The search was refused', { reason: failureOf(status, bytes.toString('utf8')), cause });
};

/**
 * One call to a search service: at most eight seconds and four megabytes, no redirects, so that a key never reaches
 * another host. Throws `SearchFailed` for a refusal; its message never has the answer.
 */
export const fetchJson = async ({ requests, ...request }: JsonRequest): Promise<unknown> => {
  const response = await (requests ? getGuarded(requests, request) : fetchOpen(request));
  await checkStatus(response);
  const { bytes, isTruncated } = await readLimited(response.body.chunks, MAX_BYTES);
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
