import type { Knex } from 'knex';

import type { SelectiveWords, WordHit, WordScope } from './dialect.ts';

/*
 * A full-text search of InnoDB reads every row that has one of the words, whatever its limit. So where an owner has
 * many chunks, a word that stands everywhere costs hundreds of milliseconds and says nothing about any of them.
 */

/** Up to so many chunks of an owner all words are searched for. */
const MAX_UNSAMPLED_CHUNKS = 5000;
/** Chunks that tell how frequent each word is. */
const SAMPLE_SIZE = 300;
/** Rows that all words together may match, by that estimate. */
const MAX_MATCHES = 5000;
/** Of a sampled chunk's score: how soon a further repetition of a word counts less. */
const SATURATION = 1.2;

interface SampledChunk {
  readonly fileId: string;
  readonly ordinal: number;
  /** How often it has each word of the query. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Places spread evenly over the files. */
const samplePlaces = (files: readonly { readonly fileId: string; readonly chunks: number }[]): [string, number][] => {
  const total = files.reduce((sum, { chunks }) => sum + chunks, 0);
  const step = Math.max(1, total / SAMPLE_SIZE);
  const places: [string, number][] = [];
  let next = step / 2;
  let before = 0;
  for (const { fileId, chunks } of files) {
    for (; next < before + chunks; next += step) places.push([fileId, Math.floor(next - before)]);
    before += chunks;
  }
  return places;
};

const countWords = (text: string, wanted: ReadonlySet<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of text.split(' ')) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const readSample = async (
  connection: Knex,
  { ownerId, fileIds }: WordScope,
  words: readonly string[],
): Promise<SampledChunk[]> => {
  // Without the owner, the index alone answers; a foreign file has no row in the sample below.
  const files: { fileId: string; last: number }[] = await connection('file_chunks')
    .whereIn('file_id', fileIds)
    .groupBy('file_id')
    .select('file_id as fileId')
    .max('ordinal as last');
  const places = samplePlaces(files.map(({ fileId, last }) => ({ fileId, chunks: last + 1 })));
  const rows: { fileId: string; ordinal: number; words: string }[] = await connection('file_chunks')
    .whereIn(['file_id', 'ordinal'], places)
    .where({ owner_id: ownerId })
    .select('file_id as fileId', 'ordinal', 'words');
  const wanted = new Set(words);
  return rows.map(({ fileId, ordinal, words: text }) => ({ fileId, ordinal, counts: countWords(text, wanted) }));
};

/** The sampled chunks by the words of the query, as a full-text search would rank them. */
const rankSample = (sample: readonly SampledChunk[], shareOf: (word: string) => number): WordHit[] =>
  sample
    .map(({ fileId, ordinal, counts }) => {
      const scores = [...counts].map(
        ([word, count]) => Math.log(1 + 1 / shareOf(word)) * (count / (count + SATURATION)),
      );
      return { fileId, ordinal, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal));

/**
 * The rarest words, as many as match few enough rows; and where each word that the sample has is frequent, the best of
 * the sample, which is all of a file of a few hundred chunks.
 */
export const selectRareWords = async (
  connection: Knex,
  scope: WordScope,
  words: readonly string[],
): Promise<SelectiveWords> => {
  const [total]: { chunks: number }[] = await connection('file_chunks')
    .where({ owner_id: scope.ownerId })
    .count('* as chunks');
  const chunks = total?.chunks ?? 0;
  if (chunks <= MAX_UNSAMPLED_CHUNKS) return { words, sampled: [] };
  const sample = await readSample(connection, scope, words);
  const shares = new Map(
    words.map((word) => [word, sample.filter(({ counts }) => counts.has(word)).length / Math.max(1, sample.length)]),
  );
  const shareOf = (word: string): number => shares.get(word) ?? 0;
  const selected: string[] = [];
  let matches = 0;
  for (const word of words.toSorted((a, b) => shareOf(a) - shareOf(b))) {
    matches += shareOf(word) * chunks;
    if (matches > MAX_MATCHES) break;
    selected.push(word);
  }
  return { words: selected, sampled: selected.some((word) => shareOf(word) > 0) ? [] : rankSample(sample, shareOf) };
};
