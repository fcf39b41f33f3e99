import { anySignal } from './any-signal.ts';

/** As long as proxies usually wait. */
export const USUAL_WAIT_MS = 60_000;
/** Where a model, another vendor or much data stands behind a call. */
export const LONG_WAIT_MS = 300_000;

/**
 * `fetch` that gives up once nothing has come for `ms`: no answer, or no further part of it. A long answer over a slow
 * line takes the time that it needs.
 */
export const fetchInTime = async (url: URL, { signal, ...init }: RequestInit, ms: number): Promise<Response> => {
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  const wait = (): void => {
    end();
    timer = setTimeout(() => late.abort(), ms);
  };
  const parts = {
    start: wait,
    transform: (part: Uint8Array, out: TransformStreamDefaultController<Uint8Array>): void => {
      wait();
      out.enqueue(part);
    },
    flush: end,
  };
  wait();
  const response = await fetch(url, { ...init, signal: anySignal(late.signal, signal ?? late.signal) }).finally(end);
  return response.body ? new Response(response.body.pipeThrough(new TransformStream(parts)), response) : response;
};
