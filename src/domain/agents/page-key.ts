/** Parameters that only say where a reader came from. */
const TRACKING_PARAMETERS =
  /^(?:utm_\w+|fbclid|[gdy]clid|gclsrc|[gw]braid|msclkid|mc_[ce]id|igshid|igsh|twclid|ttclid|_hsenc|_hsmi|mkt_tok|srsltid|ref_src|ref_url|cmpid|ocid|ncid|smid|at_(?:medium|campaign|custom\d?)|ftag|guccounter|guce_\w+)$/i;
/** Parameters that choose the form of the same page. */
const FORM_PARAMETERS = /^(?:amp|outputtype|mobile|m|print|view)$/i;
const FORM_VALUES = /^(?:|1|true|amp|mobile|print|y|yes)$/i;
/** Hosts of the same page for other screens. */
const HOST_PREFIX = /^(?:www\d?|m|mobile|amp|touch)\.(?=[^.]+\.)/;
/** AMP at the beginning or the end of a path. */
const AMP_PATH = /^\/amp(?=\/)|(?:\/amp|\.amp)$|\.amp(?=\.html?$)/g;
const INDEX_PAGE = /\/(?:index|default)\.(?:html?|php|aspx?)$/;
const MAX_URL_LENGTH = 2048;

/** Without parameters that only say where a reader came from. */
export const withoutTracking = (url: URL): URL => {
  const cleaned = new URL(url);
  for (const name of [...cleaned.searchParams.keys()])
    if (TRACKING_PARAMETERS.test(name)) cleaned.searchParams.delete(name);
  return cleaned;
};

/** The host of a site, whatever the screen. */
export const siteOf = ({ host }: URL): string => host.replace(HOST_PREFIX, '');

/** The page behind an AMP cache or viewer of Google; other addresses as they are. */
const behindCache = (url: URL): URL => {
  const path =
    url.hostname.endsWith('.cdn.ampproject.org') || /(?:^|\.)google\.[a-z.]{2,6}$/.test(url.hostname)
      ? /^\/(?:amp|[acv])\/(?:s\/)?([^/]{3,255}\.[^/]{2,63}(?:\/.{0,2048})?)$/.exec(url.pathname)?.[1]
      : undefined;
  const target = path === undefined ? '' : `https://${path}${url.search}`;
  return URL.canParse(target) ? new URL(target) : url;
};

/**
 * A key of the page at an address: scheme, fragment, tracking, a slash at the end, and hosts and forms for phones do
 * not matter. Undefined for what is no web address.
 */
export const pageKey = (address: string): string | undefined => {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return undefined;
  const given = new URL(address);
  if (given.protocol !== 'http:' && given.protocol !== 'https:') return undefined;
  const url = withoutTracking(behindCache(given));
  for (const [name, value] of [...url.searchParams])
    if (FORM_PARAMETERS.test(name) && FORM_VALUES.test(value)) url.searchParams.delete(name);
  url.searchParams.sort();
  const trimmed = url.pathname.replace(/\/$/, '').replace(AMP_PATH, '').replace(INDEX_PAGE, '').replace(/\/$/, '');
  return `${siteOf(url)}${trimmed}${url.search}`;
};
