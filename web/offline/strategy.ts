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
