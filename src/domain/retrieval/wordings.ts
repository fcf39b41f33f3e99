import { foldText } from '../../shared/fold-text.ts';
import { leansOnPrevious } from './follow-up.ts';
import type { Wording } from './ports.ts';
import { significantTerms } from './text-terms.ts';

/** Characters of one wording that are searched for. */
const MAX_WORDING_LENGTH = 2000;
/** Of an earlier question that is added to one that leans on it. */
const MAX_PREVIOUS_LENGTH = 500;
/** Questions back, while each leans on the one before. */
const MAX_PREVIOUS = 3;

/** A wording and what its lists count against those of the question. */
export interface WeightedWording extends Wording {
  readonly weight: number;
}

/** The question's own words count more than twice as much as those of the questions before. */
const PREVIOUS_WEIGHT = 0.4;

const normalize = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Without those that say nothing, or the same as the question or one before. */
export const withoutRepetitions = (wordings: readonly WeightedWording[], question: string): WeightedWording[] => {
  const seen = new Set(['', normalize(question)]);
  return wordings.filter(({ text }) => {
    const key = normalize(text);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

/** The earlier questions that this one leans on, newest first. */
const previousParts = (question: string, previous: readonly string[]): string[] => {
  const parts: string[] = [];
  let current = question;
  for (const text of previous.slice(0, MAX_PREVIOUS)) {
    if (!leansOnPrevious(current)) break;
    current = text.slice(0, MAX_PREVIOUS_LENGTH);
    if (significantTerms(current).length > 0) parts.push(current);
  }
  return parts;
};

/**
 * What is searched for without a model: the question, and where it leans on earlier ones (newest first) their words
 * with it. A question without a word of its own is searched for by theirs alone.
 */
export const firstWordings = (text: string, previous: readonly string[]): WeightedWording[] => {
  const question: WeightedWording = { kind: 'question', text: text.slice(0, MAX_WORDING_LENGTH), weight: 1 };
  const parts = previousParts(question.text, previous);
  if (parts.length === 0) return [question];
  const hasOwnTerms = significantTerms(question.text).length > 0;
  const together = [...(hasOwnTerms ? [question.text] : []), ...parts].join('\n').slice(0, MAX_WORDING_LENGTH);
  const withPrevious: WeightedWording = {
    kind: 'previous',
    text: together,
    weight: hasOwnTerms ? PREVIOUS_WEIGHT : 1,
  };
  return hasOwnTerms ? [question, withPrevious] : [withPrevious];
};
