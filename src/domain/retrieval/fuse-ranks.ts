import { keyOf } from './chunk.ts';
import type { Hit } from './ports.ts';

/** Reciprocal rank fusion: how little the first places stand out from the next ones. */
const K = 60;

export interface Fused {
  readonly fileId: string;
  readonly ordinal: number;
  /** Counted from 1; null: not in that list. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  readonly score: number;
}

type Place = Pick<Hit, 'fileId' | 'ordinal'>;

const ranksOf = (
  lists: readonly (readonly Place[])[],
): Map<string, { readonly place: Place; readonly rank: number }> => {
  const ranks = new Map<string, { place: Place; rank: number }>();
  for (const list of lists)
    list.forEach((place, at) => {
      const known = ranks.get(keyOf(place));
      if (!known || at + 1 < known.rank) ranks.set(keyOf(place), { place, rank: at + 1 });
    });
  return ranks;
};

const last = (rank: number | null): number => rank ?? Number.MAX_SAFE_INTEGER;
const part = (rank: number | null): number => (rank === null ? 0 : 1 / (K + rank));

/**
 * One list of two kinds: what stands high in either stands high, what stands in both stands higher. Lists of vectors are
 * one for each model, and only their order counts. Equal scores are told apart by the words' rank, then by place.
 */
export const fuseRanks = (keyword: readonly Place[], vectors: readonly (readonly Place[])[]): Fused[] => {
  const byWords = ranksOf([keyword]);
  const byMeaning = ranksOf(vectors);
  const all = new Map([...byWords, ...byMeaning]);
  const fused = [...all].map(([key, { place }]): Fused => {
    const keywordRank = byWords.get(key)?.rank ?? null;
    const vectorRank = byMeaning.get(key)?.rank ?? null;
    return {
      fileId: place.fileId,
      ordinal: place.ordinal,
      keywordRank,
      vectorRank,
      score: part(keywordRank) + part(vectorRank),
    };
  });
  return fused.sort(
    (a, b) =>
      b.score - a.score ||
      last(a.keywordRank) - last(b.keywordRank) ||
      last(a.vectorRank) - last(b.vectorRank) ||
      (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal),
  );
};
