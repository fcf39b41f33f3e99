import type { Tokens } from './tokenize.ts';

/** `3-1`, `3:1`; no time, date or range of something. */
const RESULT = /(?<![\d.,:/–-])(\d{1,2}) ?[-–:] ?(\d{1,2})(?![\d.,]?\d|[:/–-])/g;
/** Longer texts report many results. */
const MAX_RESULTS = 20;

const resultsIn = ({ text }: Tokens): (readonly [string, string])[] =>
  [...text.matchAll(RESULT)].slice(0, MAX_RESULTS).map(([, one = '', other = '']) => [one, other]);

/** Whoever lost is told with either number first. */
const isLoss = ({ items }: Tokens): boolean =>
  items.some((item) => 'meanings' in item && item.meanings.includes('lose'));

const namesOf = ({ items }: Tokens): string[] =>
  items.flatMap((item) => (item.kind === 'word' && item.isName ? [item.key] : []));

/** Whether both name those that they have in common in one order. */
const isSameOrder = (claim: Tokens, passage: Tokens): boolean => {
  const stated = new Map(namesOf(passage).map((key, at) => [key, at]));
  const places = namesOf(claim).flatMap((key) => stated.get(key) ?? []);
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
};

/** Whether the claim tells a result of the passage the other way round, with the same one first. */
const isResultReversed = (claim: Tokens, passage: Tokens): boolean => {
  const told = resultsIn(claim).filter(([one, other]) => one !== other);
  if (told.length === 0 || isLoss(claim) || isLoss(passage)) return false;
  const stated = new Set(resultsIn(passage).map((result) => result.join(' ')));
  const isReversed = told.some(([one, other]) => stated.has(`${other} ${one}`) && !stated.has(`${one} ${other}`));
  return isReversed && isSameOrder(claim, passage);
};

const wordsOf = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const HALF = wordsOf('half|halb(?:e[mnrs]?)?|moitié|demi(?:e|s|es)?|mitad|medi[oa]s?');
const FULL = wordsOf('full|fully|voll(?:e[mnrs]?)?|pleine?s?|llen[oa]s?|completo');
/** `half full` is not full. */
const HALF_FULL = /(?:half|halb)[- ]?(?:full|voll)|à moitié pleine?/giu;

const extentOf = ({ text }: Tokens): 'half' | 'full' | undefined => {
  const plain = text.replace(HALF_FULL, ' half ');
  const [isHalf, isFull] = [HALF.test(plain), FULL.test(plain)];
  if (isHalf === isFull) return undefined;
  return isHalf ? 'half' : 'full';
};

/** Whether one says half of what the other says in full; what says both is not compared. */
const isOtherExtent = (claim: Tokens, passage: Tokens): boolean => {
  const [told, stated] = [extentOf(claim), extentOf(passage)];
  return told !== undefined && stated !== undefined && told !== stated;
};

/** A result the other way round; half for full where the passage is about the same. */
export const saysOtherResult = (claim: Tokens, passage: Tokens, isSameSubject: boolean): boolean =>
  isResultReversed(claim, passage) || (isSameSubject && isOtherExtent(claim, passage));
