import { chunkKey } from './chunk.ts';
import type { Hit } from './ports.ts';

/** Reciprocal rank fusion: higher values flatten the difference between ranks. */
const RRF_K = 60;

export interface FusedHit {
  readonly fileId: string;
  readonly ordinal: number;
  /** From 1; null: not in that list. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  readonly score: number;
}

type ChunkRef = Pick<Hit, 'fileId' | 'ordinal'>;

const rankHits = (
  lists: readonly (readonly ChunkRef[])[],
): Map<string, { readonly place: ChunkRef; readonly rank: number }> => {
  const ranks = new Map<string, { place: ChunkRef; rank: number }>();
  for (const list of lists)
    list.forEach((place, at) => {
      const existing = ranks.get(chunkKey(place));
      if (!existing || at + 1 < existing.rank) ranks.set(chunkKey(place), { place, rank: at + 1 });
    });
  return ranks;
};

const rankOrLast = (rank: number | null): number => rank ?? Number.MAX_SAFE_INTEGER;
const reciprocalRank = (rank: number | null): number => (rank === null ? 0 : 1 / (RRF_K + rank));

/**
 * Merges both rankings; results in both rank higher. There is one vector list per embedding model, and only its order
 * counts. Ties are broken by keyword rank, then by position.
 */
export const fuseRanks = (keyword: readonly ChunkRef[], vectors: readonly (readonly ChunkRef[])[]): FusedHit[] => {
  const byWords = rankHits([keyword]);
  const byMeaning = rankHits(vectors);
  const all = new Map([...byWords, ...byMeaning]);
  const fused = [...all].map(([key, { place }]): FusedHit => {
    const keywordRank = byWords.get(key)?.rank ?? null;
    const vectorRank = byMeaning.get(key)?.rank ?? null;
    return {
      fileId: place.fileId,
      ordinal: place.ordinal,
      keywordRank,
      vectorRank,
      score: reciprocalRank(keywordRank) + reciprocalRank(vectorRank),
    };
  });
  return fused.sort(
    (a, b) =>
      b.score - a.score ||
      rankOrLast(a.keywordRank) - rankOrLast(b.keywordRank) ||
      rankOrLast(a.vectorRank) - rankOrLast(b.vectorRank) ||
      (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal),
  );
};
