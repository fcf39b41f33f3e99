/** Reading and writing in pieces: none of them is larger than this, unless a single item is. */
const MOST_BYTES = 512 * 1024;
const MOST_ITEMS = 200;

/** Parts a list by the bytes of its items, in order. */
export function* inPieces<T extends { readonly bytes: number }>(items: readonly T[]): Generator<readonly T[], void> {
  let piece: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (piece.length > 0 && (piece.length >= MOST_ITEMS || bytes + item.bytes > MOST_BYTES)) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(item);
    bytes += item.bytes;
  }
  if (piece.length > 0) yield piece;
}
