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

/** Undefined for what is too large, breaks off or is no JSON. */
const readJson = async ({ body }: Response): Promise<unknown> => {
  try {
    const { bytes, isTruncated } = await readLimited(body ?? [], MAX_JSON_BYTES);
    return isTruncated ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** The status and JSON of a vendor's answer to a POST; undefined for what is not JSON. */
export const postForJson = async (
  url: string,
  timeoutMs: number,
  init: RequestInit,
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const response = await vendorFetch(url, timeoutMs, { ...init, method: 'POST' });
  return { status: response.status, json: await readJson(response) };
};
