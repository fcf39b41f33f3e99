import type * as accounts from '../../../src/contract/accounts.ts';
import type * as chats from '../../../src/contract/chats.ts';
import { ERROR_TEXTS } from '../../../src/contract/error-texts.ts';
import { ApiError, getErrorMessage, parseFailure, isApiFailure, networkFailure } from '../../../web/lib/api-error.ts';
import { errorCodeText } from '../../../web/lib/error-text.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { bearerHeaders, endpoint } from '../../../web/lib/api.ts';
import { consumeUrlParameter } from '../../../web/lib/url-parameter.ts';
import { localDay } from '../../../web/lib/local-day.ts';
import { newId } from '../../../web/lib/ids.ts';
import { clearStored, loadStored, parseRecord, saveStored } from '../../../web/lib/storage.ts';
import { themeAt } from '../../../web/app/theme-control.ts';

describe('a call of the contract', () => {
  test('fills its path and query and leaves out what is not given', () => {
    expect(endpoint<typeof chats.openChat>('get', '/api/progress/chat/:id')({ params: { id: 'a/b' } })).toEqual({
      method: 'GET',
      path: '/api/progress/chat/a%2Fb',
    });
    const list = endpoint<typeof chats.listChats>('get', '/api/progress/chats');
    expect(list({ query: { limit: 50, q: 'a b' } })).toEqual({
      method: 'GET',
      path: '/api/progress/chats?limit=50&q=a+b',
    });
    expect(list({})).toEqual({ method: 'GET', path: '/api/progress/chats' });
  });

  test('carries a body only where it has one', () => {
    expect(endpoint<typeof accounts.logout>('post', '/api/auth/logout')()).toEqual({
      method: 'POST',
      path: '/api/auth/logout',
    });
    const body = { email: 'a@b.c', password: 'x' };
    expect(endpoint<typeof accounts.login>('post', '/api/auth/login')({ body })).toEqual({
      method: 'POST',
      path: '/api/auth/login',
      body,
    });
  });

  test('a visitor sends no bearer', () => {
    expect(bearerHeaders(null)).toEqual({});
    expect(bearerHeaders('t')).toEqual({ Authorization: 'Bearer t' });
  });
});

describe('a refusal in words', () => {
  const refused = (body: string, statusText = 'Bad Gateway') =>
    parseFailure(new Response(body, { status: 502, statusText }));

  test('is the error field, else the text, else the status', async () => {
    expect(await refused('{"error":"Login failed","code":"UNAUTHORIZED","retryAfterMs":5}')).toEqual({
      status: 502,
      message: 'Login failed',
      code: 'UNAUTHORIZED',
      data: { error: 'Login failed', code: 'UNAUTHORIZED', retryAfterMs: 5 },
    });
    expect((await refused('upstream is down')).message).toBe('upstream is down');
    expect((await refused('')).message).toBe('Bad Gateway');
    expect((await refused('[1]')).data).toEqual({});
  });

  test('is said in the page’s language where its code tells all, else in the server’s words', async () => {
    await setLanguage('de');
    expect((await refused('{"error":"AI service quota exceeded.","code":"API_QUOTA_EXCEEDED"}')).message).toMatch(
      /Kontingent/,
    );
    expect((await refused('{"error":"title: too long","code":"VALIDATION_ERROR"}')).message).toBe('title: too long');
    expect(networkFailure().message).toMatch(/nicht erreichbar/);
    await setLanguage('en');
  });

  test('has in English the very texts of the catalogue', () => {
    for (const [code, text] of Object.entries(ERROR_TEXTS)) expect(errorCodeText(code)).toBe(text);
    expect(errorCodeText('NO_SUCH_CODE')).toBeUndefined();
  });

  test('can be thrown and told from other errors', () => {
    const error = new ApiError(networkFailure());
    expect(error).toMatchObject({ name: 'ApiError', status: 0, message: networkFailure().message });
    expect(isApiFailure(error)).toBe(true);
    expect(isApiFailure(new Error('x'))).toBe(false);
  });
});

describe('storage', () => {
  test('broken or foreign text reads as empty', () => {
    expect([
      parseRecord('{"a":1}'),
      parseRecord('{'),
      parseRecord('[1]'),
      parseRecord('null'),
      parseRecord(null),
    ]).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  });

  test('keeps and clears every key of the app', () => {
    saveStored('session', { token: 't' });
    saveStored('agent-migrated', { done: true });
    expect(loadStored('session')).toEqual({ token: 't' });
    clearStored();
    expect(localStorage).toHaveLength(0);
  });
});

test('an id is 21 characters that a chat may have, and never the same', () => {
  const ids = new Set(Array.from({ length: 500 }, newId));
  expect(ids.size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/);
});

test('a day is the reader’s own', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

test('it is dark from 19:00 to 06:00', () => {
  expect([0, 5, 6, 12, 18, 19, 23].map(themeAt)).toEqual(['dark', 'dark', 'light', 'light', 'light', 'dark', 'dark']);
});

test('a secret leaves the address as soon as it is read', () => {
  window.history.replaceState(null, '', '/?setup=abc&x=1#here');
  expect(consumeUrlParameter('setup')).toBe('abc');
  expect(window.location.search + window.location.hash).toBe('?x=1#here');
  expect(consumeUrlParameter('setup')).toBeNull();
  window.history.replaceState(null, '', '/?setup=');
  expect(consumeUrlParameter('setup')).toBeNull();
  expect(window.location.search).toBe('');
});

test('a refusal with a time to wait is told in the page’s language as a whole', async () => {
  const error = 'Too many links were made in the last hour. Please try again later.';
  const failure = { status: 429, message: error, code: 'RATE_LIMITED', data: { error, retryAfterMs: 3_449_000 } };
  await setLanguage('de');
  expect(getErrorMessage(failure, 'Ours')).toBe('Das ist gerade nicht möglich. Versuchen Sie es in 58 Minuten erneut.');
  await setLanguage('en');
});

test.each([
  ['what the server said', { status: 400, message: 'No', code: null, data: { error: 'No' } }, 'No'],
  [
    'its longer words first',
    { status: 403, message: 'No', code: null, data: { error: 'No', message: 'No, as' } },
    'No, as',
  ],
  ['that it could not be reached', networkFailure(), networkFailure().message],
  ['not the page of a proxy', { status: 502, message: '<html>', code: null, data: {} }, 'Ours'],
  [
    'when to try again',
    { status: 429, message: 'Slow', code: 'RATE_LIMITED', data: { error: 'Slow', retryAfterMs: 3_449_000 } },
    'Slow. Try again in 58 minutes.',
  ],
  ['not what is no answer', new TypeError('x is not a function'), 'Ours'],
])('a failed call is told by %s', (_case, error, text) => {
  expect(getErrorMessage(error, 'Ours')).toBe(text);
});
