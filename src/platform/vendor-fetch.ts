/** Calls a vendor within `timeoutMs`. Follows no redirect, so that a key never reaches another host. */
export const vendorFetch = (url: string, timeoutMs: number, { signal, ...init }: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });

/** The status and JSON of a vendor's answer to a POST; undefined for what is not JSON. */
export const postForJson = async (
  url: string,
  timeoutMs: number,
  init: RequestInit,
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const response = await vendorFetch(url, timeoutMs, { ...init, method: 'POST' });
  return { status: response.status, json: await response.json().catch(() => undefined) };
};
