import { PAGE_ANCHOR } from '../../src/shared/page-address.ts';

/** A place in a file of one's own, as an address of this page names it: `/?file=<id>&page=<n>&find=<words>`. */
export interface FileLocation {
  readonly id: string;
  readonly page: number | null;
  /** Words of the file to begin at. */
  readonly find?: string | undefined;
}

/** A page's number out of an address; null for what is none. */
export const parsePageNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

/** The file that an address of our own means; null for every other address. */
export const parseFileLink = (address: string): FileLocation | null => {
  if (!address.startsWith('/?')) return null;
  const search = new URLSearchParams(address.slice(2));
  const id = search.get('file');
  const find = search.get('find') ?? '';
  return id ? { id, page: parsePageNumber(search.get('page')), ...(find !== '' && { find }) } : null;
};

const MAX_FIND_LENGTH = 300;
/** Of a letter that the cut went through: no address may have it. */
const HALF_LETTER = /[\uD800-\uDBFF]$/;

/**
 * The address of a passage: of a file its place in the preview, of a page its words as a text fragment, which browsers
 * scroll to where they know them. A document's page is its place.
 */
export const toPassageAddress = (address: string, passage: string): string => {
  const words = passage.replace(/\s+/g, ' ').trim().slice(0, MAX_FIND_LENGTH).replace(HALF_LETTER, '');
  if (words === '' || address.includes(PAGE_ANCHOR)) return address;
  if (parseFileLink(address)) return `${address}&find=${encodeURIComponent(words)}`;
  return `${address.split('#', 1).join('')}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`;
};
