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
