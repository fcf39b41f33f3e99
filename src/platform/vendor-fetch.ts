import { readLimited } from './read-limited.ts';

/** No answer of these vendors comes near this. */
const MAX_JSON_BYTES = 256 * 1024;

/** Calls a vendor within `timeoutMs`. Follows no redirect, so that a key never reaches another host. */
export const vendorFetch = (url: string, timeoutMs: number, { signal, ...init }: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });

/** The same for a library that takes a `fetch`: an answer is read whole, up to the limit. */
export const vendorFetchWhole = async (url: string, timeoutMs: number, init: RequestInit): Promise<Response> => {
  const { status, headers, body } = await vendorFetch(url, timeoutMs, init);
  const { bytes, isTruncated } = await readLimited(body ?? [], MAX_JSON_BYTES);
  if (isTruncated) throw new Error('The answer is too large');
  return new Response(bytes.byteLength === 0 ? null : bytes.toString('utf8'), { status, headers });
};

/** Undefined for what is too large, breaks off or is no JSON. */
const readJson = async ({ body }: Response): Promise<unknown> => {
  try {
    const { bytes, isTruncated } = await readLimited(body ?? [], MAX_JSON_BYTES);
    return isTruncated ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

interface JsonAnswer {
  readonly status: number;
  /** Undefined for what is not JSON. */
  readonly json: unknown;
}

export const fetchJson = async (url: string, timeoutMs: number, init: RequestInit): Promise<JsonAnswer> => {
  const response = await vendorFetch(url, timeoutMs, init);
  return { status: response.status, json: await readJson(response) };
};

export const postForJson = (url: string, timeoutMs: number, init: RequestInit): Promise<JsonAnswer> =>
  fetchJson(url, timeoutMs, { ...init, method: 'POST' });
