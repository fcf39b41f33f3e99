/** Rows per statement: SQLite inserts at most 500. */
const BATCH_SIZE = 100;
/** Of texts and blobs. Escaped they take up to twice as much, which a MySQL packet of 1 MB still takes. */
const BATCH_BYTES = 400_000;
const OTHER_BYTES = 8;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return OTHER_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 0);
};

/** Splits a list into parts that fit into one statement each. What is too large for one is a part by itself. */
export const inBatches = <T>(items: readonly T[]): T[][] => {
  const batches: T[][] = [];
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (batch.length === BATCH_SIZE || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
};
