/** Rows per statement: SQLite inserts at most 500, and a few large ones must not exceed a MySQL packet. */
const BATCH_SIZE = 100;

/** Splits a list into parts that fit into one statement each. */
export const inBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
