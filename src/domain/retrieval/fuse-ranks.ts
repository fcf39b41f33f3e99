import { chunkKey } from './chunk.ts';
import type { Hit } from './ports.ts';

/** Reciprocal rank fusion: higher values flatten the difference between ranks. */
const RRF_K = 60;

type ChunkRef = Pick<Hit, 'fileId' | 'ordinal'>;

/** What one wording of the question found. */
export interface RankedLists {
  /** Of the wording's lists against those of the question, which count 1. */
  readonly weight: number;
  /** One list per index of words. */
  readonly keyword: readonly (readonly ChunkRef[])[];
  /** One list per embedding model; only their order counts. */
  readonly vectors: readonly (readonly ChunkRef[])[];
  /** Those of models that compare meaning. */
  readonly meaning: readonly (readonly ChunkRef[])[];
}

export interface FusedHit extends ChunkRef {
  /** The best one of all wordings, from 1; null: not in these lists. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  /** By models that compare meaning. */
  readonly meaningRank: number | null;
  /** The index of the wording that ranked it highest. */
  readonly wording: number;
  readonly score: number;
}

/** The mutable state of one hit while lists are added. */
interface Tally {
  readonly place: ChunkRef;
  keywordRank: number | null;
  vectorRank: number | null;
  meaningRank: number | null;
  score: number;
  wording: number;
  /** What that wording contributed. */
  best: number;
}

const rankHits = (lists: readonly (readonly ChunkRef[])[]): Map<string, { place: ChunkRef; rank: number }> => {
  const ranks = new Map<string, { place: ChunkRef; rank: number }>();
  for (const list of lists)
    list.forEach((place, at) => {
      const existing = ranks.get(chunkKey(place));
      if (!existing || at + 1 < existing.rank) ranks.set(chunkKey(place), { place, rank: at + 1 });
    });
  return ranks;
};

const better = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const rankOrLast = (rank: number | null): number => rank ?? Number.MAX_SAFE_INTEGER;
const reciprocalRank = (rank: number | null): number => (rank === null ? 0 : 1 / (RRF_K + rank));

const addLists = (
  tallies: Map<string, Tally>,
  { weight, keyword, vectors, meaning }: RankedLists,
  wording: number,
): void => {
  const byWords = rankHits(keyword);
  const byVectors = rankHits(vectors);
  const byMeaning = rankHits(meaning);
  for (const [key, { place }] of new Map([...byWords, ...byVectors])) {
    const keywordRank = byWords.get(key)?.rank ?? null;
    const vectorRank = byVectors.get(key)?.rank ?? null;
    const meaningRank = byMeaning.get(key)?.rank ?? null;
    const gain = weight * (reciprocalRank(keywordRank) + reciprocalRank(vectorRank));
    const tally = tallies.get(key) ?? { place, keywordRank, vectorRank, meaningRank, score: 0, wording, best: 0 };
    tally.keywordRank = better(tally.keywordRank, keywordRank);
    tally.vectorRank = better(tally.vectorRank, vectorRank);
    tally.meaningRank = better(tally.meaningRank, meaningRank);
    tally.score += gain;
    if (gain > tally.best) [tally.wording, tally.best] = [wording, gain];
    tallies.set(key, tally);
  }
};

/**
 * Merges the rankings of all wordings by words and by meaning; what is in several of them ranks higher. Ties are broken
 * by keyword rank, then by position.
 */
export const fuseRanks = (wordings: readonly RankedLists[]): FusedHit[] => {
  const tallies = new Map<string, Tally>();
  wordings.forEach((lists, at) => addLists(tallies, lists, at));
  const fused = [...tallies.values()].map(
    ({ place: { fileId, ordinal }, keywordRank, vectorRank, meaningRank, score, wording }): FusedHit => {
      return { fileId, ordinal, keywordRank, vectorRank, meaningRank, wording, score };
    },
  );
  return fused.sort(
    (a, b) =>
      b.score - a.score ||
      rankOrLast(a.keywordRank) - rankOrLast(b.keywordRank) ||
      rankOrLast(a.vectorRank) - rankOrLast(b.vectorRank) ||
      (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal),
  );
};
