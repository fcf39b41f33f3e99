import { foldText } from '../../shared/fold-text.ts';
import type { StoredChunk } from './chunk.ts';
import { isStopWord, type Term, termsOf } from './text-terms.ts';
import type { WeightedWording } from './wordings.ts';

/**
 * What each feature counts against the fused rank, which counts 1. All are between 0 and 1. That of meaning was chosen
 * on the second set of questions of `npm run bench -- retrieval` with multilingual-e5-small: from 0 to 3 recall@5 grows
 * from 0.38 to 0.64, and no further.
 */
const WEIGHTS = { meaning: 3, coverage: 1, heading: 0.3, proximity: 0.3, phrase: 0.5, numbers: 0.3 } as const;
/** Question words per wording. */
const MAX_TERMS = 32;
/** The rank by meaning that counts half of the first. */
const HALF_MEANING_RANK = 6;
/** Words apart at which two neighbours of the question still count as near. */
const MAX_DISTANCE = 8;
/** A word of the question inside a longer word: in compounds, and forms that the stemmer does not know. */
const PART_CREDIT = 0.5;
const MIN_PART_LENGTH = 5;
const QUOTED = /["“„«「]([^"“”„«»「」]{3,200})["”“»」]/gu;

const keyOf = ({ word, stem }: Term): string => stem ?? word;

/** What a question is compared by. */
interface QuestionTerms {
  /** The weight of the wording that has the term. */
  readonly weights: ReadonlyMap<string, number>;
  /** Terms that are neighbours in the question without its stop words. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly phrases: readonly string[];
  readonly numbers: readonly string[];
}

const analyseQuestion = (wordings: readonly WeightedWording[]): QuestionTerms => {
  const weights = new Map<string, number>();
  const pairs: (readonly [string, string])[] = [];
  for (const { text, weight } of wordings) {
    const keys = termsOf(text, false)
      .filter((term) => !isStopWord(term))
      .slice(0, MAX_TERMS)
      .map(keyOf);
    for (const key of keys) weights.set(key, Math.max(weight, weights.get(key) ?? 0));
    pairs.push(...keys.slice(1).map((key, at) => [keys[at] ?? '', key] as const));
  }
  const own = wordings[0]?.text ?? '';
  return {
    weights,
    pairs,
    phrases: [...own.matchAll(QUOTED)].map(([, phrase = '']) => squeeze(phrase)).filter(Boolean),
    numbers: [...new Set(own.match(/\d+(?:[.,]\d+)*/g) ?? [])],
  };
};

/** Letters and digits alone, so that line breaks and punctuation do not matter. */
const squeeze = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A passage as it is compared. */
interface PassageTerms {
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly heading: ReadonlySet<string>;
  readonly text: string;
}

const analysePassage = ({ heading, text }: StoredChunk, wanted: ReadonlyMap<string, number>): PassageTerms => {
  const positions = new Map<string, number[]>();
  termsOf(text, true).forEach((term, at) => {
    const key = keyOf(term);
    if (!wanted.has(key)) return;
    const places = positions.get(key);
    if (places) places.push(at);
    else positions.set(key, [at]);
  });
  return { positions, heading: new Set(termsOf(heading, true).map(keyOf)), text: squeeze(text) };
};

const creditOf = (key: string, { positions, heading, text }: PassageTerms): number => {
  if (positions.has(key) || heading.has(key)) return 1;
  return key.length >= MIN_PART_LENGTH && text.includes(key) ? PART_CREDIT : 0;
};

/** The smallest distance of two ascending lists. */
const distanceOf = (a: readonly number[] = [], b: readonly number[] = []): number => {
  let nearest = Infinity;
  for (let [left, right] = [0, 0]; left < a.length && right < b.length;) {
    const [x, y] = [a[left] ?? 0, b[right] ?? 0];
    nearest = Math.min(nearest, Math.abs(x - y));
    if (x < y) left += 1;
    else right += 1;
  }
  return nearest;
};

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const proximityOf = (pairs: QuestionTerms['pairs'], { positions }: PassageTerms): number => {
  const near = pairs.map(([first, second]) => {
    const distance = distanceOf(positions.get(first), positions.get(second));
    return distance > MAX_DISTANCE ? 0 : 1 / Math.max(1, distance);
  });
  return share(
    near.reduce((sum, value) => sum + value, 0),
    pairs.length,
  );
};

const countIn = (parts: readonly string[], has: (part: string) => boolean): number =>
  share(parts.filter(has).length, parts.length);

/** How rare each term is among the passages; one that none has says nothing. */
const rarityOf = (question: QuestionTerms, passages: readonly PassageTerms[]): ReadonlyMap<string, number> => {
  const found = [...question.weights].flatMap(([key, weight]) => {
    const count = passages.reduce((sum, passage) => sum + (creditOf(key, passage) > 0 ? 1 : 0), 0);
    return count === 0 ? [] : [[key, weight * Math.log(1 + passages.length / count)] as const];
  });
  return new Map(found);
};

interface ScoredCandidate {
  readonly chunk: StoredChunk;
  /** Of the fused lists. */
  readonly score: number;
  readonly meaningRank: number | null;
}

const meaningOf = ({ meaningRank: rank }: ScoredCandidate): number =>
  rank === null ? 0 : 1 / (1 + (rank - 1) / (HALF_MEANING_RANK - 1));

/**
 * Scores passages without a model: how much of the question they cover, rare words first; whether its words stand close
 * to each other and in the heading; quoted phrases and numbers; and the rank they had.
 */
export const scoreFeatures = (
  wordings: readonly WeightedWording[],
  candidates: readonly ScoredCandidate[],
): number[] => {
  const question = analyseQuestion(wordings);
  const analysed = candidates.map((candidate) => ({
    ...candidate,
    passage: analysePassage(candidate.chunk, question.weights),
  }));
  const rarity = rarityOf(
    question,
    analysed.map(({ passage }) => passage),
  );
  const total = [...rarity.values()].reduce((sum, value) => sum + value, 0);
  const best = Math.max(...candidates.map(({ score }) => score));
  const covered = (credit: (key: string) => number): number =>
    share(
      [...rarity].reduce((sum, [key, value]) => sum + value * credit(key), 0),
      total,
    );
  return analysed.map(({ passage, ...candidate }) => {
    const { heading, text } = passage;
    return (
      share(candidate.score, best) +
      WEIGHTS.meaning * meaningOf(candidate) +
      WEIGHTS.coverage * covered((key) => creditOf(key, passage)) +
      WEIGHTS.heading * covered((key) => (heading.has(key) ? 1 : 0)) +
      WEIGHTS.proximity * proximityOf(question.pairs, passage) +
      WEIGHTS.phrase * countIn(question.phrases, (phrase) => text.includes(phrase)) +
      WEIGHTS.numbers * countIn(question.numbers, (number) => ` ${text} `.includes(` ${number.replace(/[.,]/g, ' ')} `))
    );
  });
};
