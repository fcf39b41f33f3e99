import { foldText } from '../../shared/fold-text.ts';
import type { StoredChunk } from './chunk.ts';
import type { PassageQuery, RankedPassage } from './find-passages.ts';
import { scoreFeatures } from './score-features.ts';
import { significantTerms } from './text-terms.ts';
import { firstWordings } from './wordings.ts';

const MAX_TERMS = 32;

/** The rarer a term is among the chunks, the more it counts. */
const scoreByTerms = async (
  chunks: readonly StoredChunk[],
  terms: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly number[]> => {
  const counts = terms.map(() => 0);
  const found: number[][] = [];
  for (const { heading, text } of chunks) {
    await pause();
    const folded = foldText(`${heading}\n${text}`);
    const present = terms.flatMap((term, at) => (folded.includes(term) ? [at] : []));
    for (const at of present) counts[at] = (counts[at] ?? 0) + 1;
    found.push(present);
  }
  const weights = counts.map((count) => Math.log(1 + chunks.length / Math.max(1, count)));
  return found.map((present) => present.reduce((sum, at) => sum + (weights[at] ?? 0), 0));
};

/** The chunks of files that are not embedded, best first: those that have words of the question. */
export const rankByWords = async (
  chunks: readonly StoredChunk[],
  { text, previous, limit }: Pick<PassageQuery, 'text' | 'previous' | 'limit'>,
  pause: () => Promise<void>,
): Promise<RankedPassage[]> => {
  const wordings = firstWordings(text, previous);
  const terms = wordings.flatMap((wording) => significantTerms(wording.text)).map(({ word, stem }) => stem ?? word);
  const scores = await scoreByTerms(chunks, [...new Set(terms)].slice(0, MAX_TERMS), pause);
  const best = chunks
    .flatMap((chunk, at) => ((scores[at] ?? 0) > 0 ? [{ chunk, score: scores[at] ?? 0 }] : []))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((candidate, at) => ({ ...candidate, keywordRank: at + 1, meaningRank: null }));
  const features = scoreFeatures(wordings, best);
  return best
    .map((candidate, at) => ({ ...candidate, feature: features[at] ?? 0 }))
    .toSorted((a, b) => b.feature - a.feature)
    .map(({ feature: _, ...candidate }, at) => {
      const { fileId, ordinal } = candidate.chunk;
      return { ...candidate, fileId, ordinal, vectorRank: null, wording: 0, finalRank: at + 1 };
    });
};
