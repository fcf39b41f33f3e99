import { isOwnFile, networkFirst, PAGE_PATH, STATIC_FILES, strategyFor, type Strategy } from './strategy.ts';

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
/** A slow line answers in this time; one that is silent for longer hardly will. */
const SILENCE_MS = 5_000;

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

const storeAnswer = async (strategy: Strategy, key: string, response: Response): Promise<void> => {
  if (isOwnFile(strategy, response)) await (await caches.open(CACHE)).put(key, response);
};

const cacheFirst = async (request: Request, event: FetchEvent): Promise<Response> => {
  const cached = await caches.match(request);
  if (cached && isOwnFile('asset', cached)) return cached;
  const response = await fetch(request);
  event.waitUntil(storeAnswer('asset', request.url, response.clone()));
  return response;
};

const silence = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), SILENCE_MS);
  });

const fromNetwork = (strategy: Strategy, event: FetchEvent): Promise<Response> => {
  const { request } = event;
  const key = new URL(request.url).pathname;
  const network = fetch(request);
  event.waitUntil(
    network.then(
      (response) => storeAnswer(strategy, key, response.clone()),
      () => undefined,
    ),
  );
  return networkFirst(network, () => caches.match(key), silence());
};

self.addEventListener('install', (event) => event.waitUntil(fetchShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyFor(request, self.location.origin);
  if (strategy === 'asset') event.respondWith(cacheFirst(request, event));
  else if (strategy !== 'network') event.respondWith(fromNetwork(strategy, event));
});
