import { parseUrl } from './parse-url.ts';

/** The host of an address without `www.`, as people say it; empty for what is no web address. */
export const hostOf = (address: string): string => {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null;
  return url?.host.replace(/^www\./, '') ?? '';
};

const SIGNED_PATH = /^\/api\/(?:image|site-icon)\?/;

/** What the page may load by itself: an address that the server signed. Nothing that a text names is one. */
export const toSignedImageUrl = (address: string | undefined): string | null =>
  address !== undefined && SIGNED_PATH.test(address) ? address : null;

/** Where the demo search says its pages are: a host that nobody can own. */
const MADE_UP_HOST = /(?:^|\.)parley\.example$/i;

/** An address that a reader may go to; null also for the made-up pages of the demo search. */
export const toPageUrl = (address: string): string | null =>
  MADE_UP_HOST.test(hostOf(address)) ? null : toWebUrl(address);

/** An address that may be a link; null for other schemes and for what is no address. */
export const toWebUrl = (address: string): string | null => (hostOf(address) === '' ? null : address);
