import { readLimited } from '../../platform/read-limited.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 4 * 1024 * 1024;

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
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(url, {
    ...init,
    headers: { Accept: 'application/json', 'User-Agent': 'Parley (self-hosted chat)', ...type, ...headers },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the search service answered ${response.status}`);
  }
  const { bytes, isTruncated } = await readLimited(response.body ?? [], MAX_BYTES);
  if (isTruncated) throw new Error('the answer of the search service is too long');
  return JSON.parse(bytes.toString('utf8'));
};
