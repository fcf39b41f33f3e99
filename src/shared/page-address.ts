/** What browsers open a PDF at a page by. */
export const PAGE_ANCHOR = '#page=';

/** A page of a document on the web, counted from 1. */
export const pageAddress = (url: string, page: number): string => `${url}${PAGE_ANCHOR}${page}`;

/** Undefined for what is no page of that document. */
export const pageOfAddress = (address: string, url: string): number | undefined => {
  const page = address.startsWith(url + PAGE_ANCHOR) ? Number(address.slice(url.length + PAGE_ANCHOR.length)) : NaN;
  return Number.isInteger(page) && page > 0 ? page : undefined;
};
