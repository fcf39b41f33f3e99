/** The host of an address without `www.`, as people say it; empty for what is no web address. */
export const siteOf = (address: string): string => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return '';
  return new URL(address).host.replace(/^www\./, '');
};

/** Where a site's icon is to be had: from our own origin, so that no site learns who reads about it. */
export const siteIconOf = (address: string): string | null => {
  const host = siteOf(address);
  return host === '' ? null : `/api/site-icon?host=${encodeURIComponent(new URL(address).hostname)}`;
};

/** An address that may be a link; null for other schemes and for what is no address. */
export const webAddress = (address: string): string | null => (siteOf(address) === '' ? null : address);
