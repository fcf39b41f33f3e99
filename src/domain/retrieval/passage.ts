import type { StoredChunk } from './chunk.ts';

/** Neighbouring chunks of one file, in reading order. */
export type Passage = readonly [StoredChunk, ...StoredChunk[]];

/** On the same page, so that a citation names the right one. */
const areNeighbours = (a: StoredChunk, b: StoredChunk): boolean =>
  a.fileId === b.fileId && a.page === b.page && Math.abs(a.ordinal - b.ordinal) === 1;

/** Merges neighbouring chunks in reading order; a passage has the rank of its best chunk. */
export const mergeNeighbours = (best: readonly StoredChunk[]): Passage[] => {
  const passages: StoredChunk[][] = [];
  for (const chunk of best) {
    const near = passages.filter((passage) => passage.some((other) => areNeighbours(other, chunk)));
    const [first, ...others] = near;
    if (!first) passages.push([chunk]);
    else {
      first.push(chunk, ...others.flat());
      for (const other of others) passages.splice(passages.indexOf(other), 1);
    }
  }
  return passages.flatMap((passage) => {
    const [first, ...rest] = passage.toSorted((a, b) => a.ordinal - b.ordinal);
    return first ? [[first, ...rest] as const] : [];
  });
};
