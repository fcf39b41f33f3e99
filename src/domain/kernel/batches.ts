/** Maximum size of a batch; a single larger item is a batch of its own. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_ITEMS = 200;

/** Splits a list into batches by the size of its items, in order. */
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
