import { FILES, PAGE, strategyFor } from './strategy.ts';

/** What of a service worker's world is used here; the page's types do not know it. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Worker {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', heard: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', heard: (event: RequestEvent) => void): void;
}

declare const self: Worker;

/** The build writes the names of its files and their fingerprint here (vite.config.ts). */
const ASSETS = '__SHELL_ASSETS__'.split(' ');
const CACHE = 'shell-__SHELL_VERSION__';
/** A tab of the version before may still need a file of it, so that one's cache stays. */
const KEPT = 2;

const fetchShell = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await cache.addAll([...ASSETS, ...[PAGE, ...FILES].map((path) => new Request(path, { cache: 'no-cache' }))]);
};

/** Caches are listed in the order they were made. */
const dropOld = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== CACHE);
  await Promise.all(old.slice(0, Math.max(0, old.length - (KEPT - 1))).map((name) => caches.delete(name)));
};

const keep = async (key: string, response: Response): Promise<void> => {
  if (!response.ok || response.redirected) return;
  await (await caches.open(CACHE)).put(key, response);
};

const cacheFirst = async (request: Request, event: RequestEvent): Promise<Response> => {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  event.waitUntil(keep(request.url, response.clone()));
  return response;
};

const networkFirst = async (request: Request, key: string, event: RequestEvent): Promise<Response> => {
  try {
    const response = await fetch(request);
    event.waitUntil(keep(key, response.clone()));
    return response;
  } catch (error) {
    const known = await caches.match(key);
    if (known) return known;
    throw error;
  }
};

self.addEventListener('install', (event) => event.waitUntil(fetchShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyFor(request, self.location.origin);
  if (strategy === 'asset') event.respondWith(cacheFirst(request, event));
  else if (strategy !== 'network') event.respondWith(networkFirst(request, new URL(request.url).pathname, event));
});
