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
  const inTime = <T>(next: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => late.abort(), ms);
    return next.finally(() => clearTimeout(timer));
  };
  const response = await inTime(fetch(url, { ...init, signal: anySignal(late.signal, signal ?? late.signal) }));
  const reader = response.body?.getReader();
  if (!reader) return response;
  const pull = async (out: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await inTime(reader.read());
    return done ? out.close() : out.enqueue(value);
  };
  return new Response(new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }), response);
};
