import { PAGE_ANCHOR } from '../../src/shared/page-address.ts';
import { parseFileLink } from './file-link.ts';

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
