/** Rows in one statement: SQLite inserts no more than 500, and a few large ones must not outgrow a MySQL packet. */
const BATCH_SIZE = 100;

/** Parts a list so that each part fits into one statement. */
export const inBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
