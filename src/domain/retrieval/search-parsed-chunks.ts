import { foldText } from '../../shared/fold-text.ts';
import { type StoredChunk, toIndexedText } from './chunk.ts';
import { significantTerms } from './text-terms.ts';

/** Of one text. */
const MAX_TERMS = 32;

const termsOf = (text: string): readonly string[] =>
  [...new Set(significantTerms(text).map(({ word, stem }) => stem ?? word))].slice(0, MAX_TERMS);

/** The chunks that have each term. */
const findTerms = async (
  chunks: readonly StoredChunk[],
  terms: readonly string[],
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly StoredChunk[]>> => {
  const found = new Map<string, StoredChunk[]>(terms.map((term) => [term, []]));
  for (const chunk of chunks) {
    await pause();
    const folded = foldText(toIndexedText(chunk));
    for (const [term, having] of found) if (folded.includes(term)) having.push(chunk);
  }
  return found;
};

/**
 * Searches chunks that have no index: for each text those that have words of it, best first. The rarer a word is among
 * the chunks, the more it counts.
 */
export const searchParsedChunks = async (
  chunks: readonly StoredChunk[],
  texts: readonly string[],
  limit: number,
  pause: () => Promise<void>,
): Promise<(readonly StoredChunk[])[]> => {
  const termsByText = texts.map(termsOf);
  const found = await findTerms(chunks, termsByText.flat(), pause);
  return termsByText.map((terms) => {
    const scores = new Map<StoredChunk, number>();
    for (const term of terms) {
      const having = found.get(term) ?? [];
      const weight = Math.log(1 + chunks.length / Math.max(1, having.length));
      for (const chunk of having) scores.set(chunk, (scores.get(chunk) ?? 0) + weight);
    }
    const ranked = chunks.filter((chunk) => scores.has(chunk)); // in reading order, which ties keep
    return ranked.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)).slice(0, limit);
  });
};
