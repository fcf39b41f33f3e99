/**
 * What the service worker does with a request: `asset` = its hashed name never changes, so the cache answers; `page`
 * and `file` = the network answers, the cache when there is none; `network` = none of its business, as all calls are.
 */
export type Strategy = 'asset' | 'page' | 'file' | 'network';

/** The cache key of the page, without its query: tokens of links are never stored. */
export const PAGE_PATH = '/';

/** What the page needs besides its hashed files. */
export const STATIC_FILES = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'] as const;

type StrategyRequest = Pick<Request, 'method' | 'mode' | 'url'>;

export const strategyFor = ({ method, mode, url }: StrategyRequest, origin: string): Strategy => {
  const { origin: at, pathname } = new URL(url);
  if (method !== 'GET' || at !== origin) return 'network';
  if (pathname === PAGE_PATH) return mode === 'navigate' ? 'page' : 'network';
  if (pathname.startsWith('/assets/')) return 'asset';
  return STATIC_FILES.some((file) => file === pathname) ? 'file' : 'network';
};

/**
 * Whether an answer is what was asked for. A login wall or a proxy answers with a page of its own, under any address:
 * stored as a script it would break that part of the page until the next version.
 */
export const isOwnFile = (
  strategy: Strategy,
  { ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>,
): boolean =>
  ok && !redirected && (headers.get('Content-Type') ?? '').startsWith('text/html') === (strategy === 'page');

/**
 * The network's answer; the cached one where there is no network, where it is silent, or where a proxy answers that the
 * server is down.
 */
export const networkFirst = async (
  network: Promise<Response>,
  findCached: () => Promise<Response | undefined>,
  silence: Promise<undefined>,
): Promise<Response> => {
  const answer = network.then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  );
  return (await Promise.race([answer, silence])) ?? (await findCached()) ?? network;
};
