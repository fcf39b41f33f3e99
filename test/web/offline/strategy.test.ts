import { isOwnFile, networkFirst, strategyFor } from '../../../web/offline/strategy.ts';

const ORIGIN = 'https://parley.example';
const of = (path: string, { method = 'GET', mode = 'cors' as RequestMode } = {}) =>
  strategyFor({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

test.each([
  ['/api/theme'],
  ['/api/progress/chats'],
  ['/api/ai/replies/x/stream'],
  ['/v1/chat/completions'],
  ['/healthz'],
  ['/sandbox'],
  ['/share/abc'],
])('what the server answers at %s is never kept', (path) => {
  expect([of(path), of(path, { mode: 'navigate' }), of(path, { method: 'POST' })]).toEqual([
    'network',
    'network',
    'network',
  ]);
});

test('the page is asked of the network first, with whatever stands behind its question mark', () => {
  expect(of('/', { mode: 'navigate' })).toBe('page');
  expect(of('/?token=secret', { mode: 'navigate' })).toBe('page');
  expect(of('/')).toBe('network');
});

test('hashed files come from the cache, the few others of the page from the network first', () => {
  expect(of('/assets/index-abc.js')).toBe('asset');
  expect([of('/theme.js'), of('/favicon.svg'), of('/manifest.webmanifest')]).toEqual(['file', 'file', 'file']);
});

test('foreign hosts and writing calls are left alone', () => {
  expect(of('https://elsewhere.example/assets/x.js')).toBe('network');
  expect(of('/assets/x.js', { method: 'POST' })).toBe('network');
});

const aFile = (type: string, init: ResponseInit = {}) =>
  new Response('x', { headers: { 'Content-Type': type }, ...init });

test('the page of a login wall is never taken for a file of the page', () => {
  const script = aFile('text/javascript; charset=utf-8');
  const page = aFile('text/html; charset=utf-8');
  expect([isOwnFile('asset', script), isOwnFile('file', script), isOwnFile('page', script)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isOwnFile('asset', page), isOwnFile('file', page), isOwnFile('page', page)]).toEqual([false, false, true]);
  expect(isOwnFile('asset', aFile('text/javascript', { status: 502 }))).toBe(false);
});

describe('what is asked of the network first', () => {
  const never = new Promise<undefined>(() => undefined);
  const cached = aFile('text/html');
  const bad = aFile('text/html', { status: 502 });
  const good = aFile('text/html');
  const gone = new TypeError('Failed to fetch');

  test.each([
    ['is the network’s where it answers', Promise.resolve(good), never, good],
    ['comes from the cache where there is no network', Promise.reject(gone), never, cached],
    ['comes from the cache while a proxy says that the server is down', Promise.resolve(bad), never, cached],
    ['comes from the cache where the network is silent', never as never, Promise.resolve(undefined), cached],
  ])('%s', async (_, network: Promise<Response>, silence, expected) => {
    expect(await networkFirst(network, async () => cached, silence)).toBe(expected);
  });

  test('is the network’s own failure where nothing is cached', async () => {
    const none = async () => undefined;
    expect(await networkFirst(Promise.resolve(bad), none, never)).toBe(bad);
    await expect(networkFirst(Promise.reject(gone), none, never)).rejects.toBe(gone);
  });
});
