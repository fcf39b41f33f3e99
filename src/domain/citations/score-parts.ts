import { findNames, scoreSupport, type Support } from './score.ts';
import type { SourceIndex } from './source-index.ts';
import { type Tokens, tokenize } from './tokenize.ts';

const CLAUSES = /[,;،、，；]\s|\s[–—]\s|\s(?:and|but|while|und|aber|et|mais|y|pero|e|и)\s/u;

/** Scores each part of a sentence that combines facts from several places of a source. */
export const scoreParts = (
  text: string,
  claim: Tokens,
  source: SourceIndex,
  language: string | undefined,
): Support | undefined => {
  const parts = text
    .split(CLAUSES)
    .map((part) => tokenize(part, language))
    .filter(({ words, numbers: figures }) => words.length + figures.length > 0);
  const solid = parts.every(({ words, numbers: figures }) => words.length + figures.length >= 2);
  if (parts.length < 2 || parts.length > 8 || !solid) return undefined;
  const supports = parts.map((part) => scoreSupport(part, source, language));
  const namesFound = findNames(claim, language).every(
    (at) => source.find(claim.words[at] ?? { key: '', meanings: [] }).size > 0,
  );
  if (!namesFound || supports.some(({ isSupported }) => !isSupported)) return undefined;
  return supports.toSorted((a, b) => b.found.size - a.found.size)[0];
};
