import { strategyFor } from '../../../web/offline/strategy.ts';

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
