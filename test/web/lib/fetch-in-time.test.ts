import { jest } from '@jest/globals';

import { api, type ApiRequest } from '../../../web/lib/api.ts';
import { fetchInTime } from '../../../web/lib/fetch-in-time.ts';
import { createStore } from '../../../web/state/store.ts';
import { FakeServer } from '../support/fake-server.ts';

const MINUTE = 60_000;
const original = globalThis.fetch;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = original;
});

/** What the server does after the request; ended by its signal. */
const ask = (serve: (signal: AbortSignal) => Promise<Response>, init: RequestInit = {}) => {
  globalThis.fetch = (_, { signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      void serve(signal as AbortSignal).then(resolve);
    });
  const asked = fetchInTime(new URL('https://parley.test/api/x'), init, MINUTE);
  return asked.then((response) => response.text()).catch((error: Error) => error.name);
};

const hung = () => new Promise<never>(() => undefined);

/** A body of parts, each after that many milliseconds; then silence or the end. */
const slow = (signal: AbortSignal, parts: readonly (readonly [number, string])[], ends: boolean) =>
  new ReadableStream({
    start: async (out) => {
      signal.addEventListener('abort', () => out.error(signal.reason));
      for (const [ms, part] of parts) {
        await new Promise((resolve) => {
          setTimeout(resolve, ms);
        });
        if (!signal.aborted) out.enqueue(new TextEncoder().encode(part));
      }
      if (ends && !signal.aborted) out.close();
    },
  });

test('an answer that nobody reads to its end is given back', async () => {
  const cancelled: unknown[] = [];
  globalThis.fetch = () =>
    Promise.resolve(new Response(new ReadableStream({ cancel: (why) => void cancelled.push(why) })));
  const response = await fetchInTime(new URL('https://parley.test/api/x'), {}, MINUTE);
  await response.body?.cancel('enough');
  expect(cancelled).toEqual(['enough']);
});

test('a request without an answer is given up', async () => {
  const outcome = ask(hung);
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(await outcome).toBe('AbortError');
});

test('an answer that stops in the middle is given up, a long one that goes on is not', async () => {
  const parts = Array.from({ length: 5 }, (_, at) => [MINUTE - 1, String(at)] as const);
  const stopped = ask(async (signal) => new Response(slow(signal, parts, false)));
  await jest.advanceTimersByTimeAsync(6 * MINUTE);
  expect(await stopped).toBe('AbortError');
  const whole = ask(async (signal) => new Response(slow(signal, parts, true), { status: 404 }));
  await jest.advanceTimersByTimeAsync(6 * MINUTE);
  expect(await whole).toBe('01234');
  expect(jest.getTimerCount()).toBe(0);
});

test('whoever asked can end it, and an answer without a body leaves no timer', async () => {
  const caller = new AbortController();
  const outcome = ask(hung, { signal: caller.signal });
  caller.abort();
  expect(await outcome).toBe('AbortError');
  expect(await ask(async () => new Response(null, { status: 204 }))).toBe('');
  expect(jest.getTimerCount()).toBe(0);
});

test('each call of the page ends: soon, or later where a vendor or a long upload stands behind it', async () => {
  const server = new FakeServer().install();
  const { store } = createStore();
  const ended: unknown[] = [];
  const call = (method: string, path: string, body?: unknown): void => {
    server.on(method, path.replace(/\?.*/, ''), hung);
    const { ask } = api.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({ ask: build.mutation<unknown, ApiRequest>({ query: (request) => request }) }),
    }).endpoints;
    void store.dispatch(ask.initiate({ method, path, body })).then(({ error }) => ended.push([path, error]));
  };
  const unreachable = { status: 0, message: expect.stringMatching(/could not be reached/) };
  call('GET', '/api/progress/chats?limit=50');
  call('POST', '/api/admin/providers/test', {});
  call('POST', '/api/progress/chat', { text: 'x'.repeat(4 * MINUTE - 20) });
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(ended).toMatchObject([['/api/progress/chats?limit=50', unreachable]]);
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(ended.slice(1)).toMatchObject([['/api/progress/chat', unreachable]]);
  await jest.advanceTimersByTimeAsync(3 * MINUTE);
  expect(ended.slice(2)).toMatchObject([['/api/admin/providers/test', unreachable]]);
  server.restore();
});
