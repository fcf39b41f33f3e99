/** Reading and writing in pieces: none of them is larger than this, unless a single item is. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_ITEMS = 200;

/** Parts a list by the bytes of its items, in order. */
export function* toBatches<T extends { readonly bytes: number }>(items: readonly T[]): Generator<readonly T[], void> {
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (batch.length > 0 && (batch.length >= MAX_BATCH_ITEMS || bytes + item.bytes > MAX_BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += item.bytes;
  }
  if (batch.length > 0) yield batch;
}
