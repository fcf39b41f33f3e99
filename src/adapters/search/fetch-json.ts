import { z } from 'zod';

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
}

/**
 * One call to a search service: at most eight seconds and four megabytes, no redirects, so that a key never reaches
 * another host. The error's message names the status and never the answer.
 */
export const fetchJson = async ({ url, headers = {}, body, signal }: JsonRequest): Promise<unknown> => {
  const init = body === undefined ? {} : { method: 'POST', body: toJsonBody(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await vendorFetch(url, TIMEOUT_MS, {
    ...init,
    headers: { Accept: 'application/json', 'User-Agent': 'Parley (self-hosted chat)', ...type, ...headers },
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the search service answered ${response.status}`);
  }
  const { bytes, isTruncated } = await readLimited(response.body ?? [], MAX_BYTES);
  if (isTruncated) throw new Error('the answer of the search service is too long');
  return JSON.parse(bytes.toString('utf8'));
};
