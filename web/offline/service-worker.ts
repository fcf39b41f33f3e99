import { STATIC_FILES, PAGE_PATH, strategyFor } from './strategy.ts';

/** What of a service worker's world is used here; the page's types do not know it. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Worker {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

declare const self: Worker;

/** The build writes the names of its files and their fingerprint here (vite.config.ts). */
const ASSETS = '__SHELL_ASSETS__'.split(' ');
const CACHE = 'shell-__SHELL_VERSION__';
/** A tab of the version before may still need a file of it, so that one's cache stays. */
const MAX_CACHES = 2;

const fetchShell = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await cache.addAll([
    ...ASSETS,
    ...[PAGE_PATH, ...STATIC_FILES].map((path) => new Request(path, { cache: 'no-cache' })),
  ]);
};

/** Caches are listed in the order they were made. */
const deleteOldCaches = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== CACHE);
  await Promise.all(old.slice(0, Math.max(0, old.length - (MAX_CACHES - 1))).map((name) => caches.delete(name)));
};

const putInCache = async (key: string, response: Response): Promise<void> => {
  if (!response.ok || response.redirected) return;
  await (await caches.open(CACHE)).put(key, response);
};

const cacheFirst = async (request: Request, event: FetchEvent): Promise<Response> => {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  event.waitUntil(putInCache(request.url, response.clone()));
  return response;
};

const networkFirst = async (request: Request, key: string, event: FetchEvent): Promise<Response> => {
  try {
    const response = await fetch(request);
    event.waitUntil(putInCache(key, response.clone()));
    return response;
  } catch (error) {
    const cached = await caches.match(key);
    if (cached) return cached;
    throw error;
  }
};

self.addEventListener('install', (event) => event.waitUntil(fetchShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyFor(request, self.location.origin);
  if (strategy === 'asset') event.respondWith(cacheFirst(request, event));
  else if (strategy !== 'network') event.respondWith(networkFirst(request, new URL(request.url).pathname, event));
});
