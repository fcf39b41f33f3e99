import { Alignment } from './alignment.ts';
import { NEGATIVE_MEANINGS, OPPOSITES } from './lexicon/meanings.ts';
import type { Item, Tokens } from './tokenize.ts';
import { NEGATION_PATTERN, isNegationWord } from './word-lists.ts';

/** `not`, `never`; not in `not only`, `not until`. */
const isNegation = ({ items, language }: Tokens, at: number): boolean => {
  const item = items[at];
  if (!item || !('plain' in item)) return false;
  const [next, ...later] = items.slice(at + 1, at + 4).map((each) => ('plain' in each ? each.plain : ''));
  if (NOT_DENIED.has(next ?? '') || later.includes('until')) return false;
  if (item.kind === 'word' && item.meanings.includes('exempt')) return true;
  return isNegationWord(item.plain, language) || NEGATION_PATTERN.test(item.plain) || /n['’]t$/.test(item.plain);
};
const NOT_DENIED: ReadonlySet<string> = new Set(
  (
    'only just merely least less fewer more later doubt until embargo nur ' +
    'seulement solo solamente soltanto so apenas'
  ).split(' '),
);

const indexesOf = (items: readonly Item[], test: (at: number) => boolean): number[] =>
  items.flatMap((_, at) => (test(at) ? [at] : []));

/** Words beside a negation that it denies. */
const BEFORE = 4;
const AFTER = 7;
/** Where verbs come last, more stands before. */
const FAR_BEFORE = 9;
/** What is denied stands before the negation as well. */
const VERB_LAST: ReadonlySet<string> = new Set(['de', 'nl', 'fr']);
/** How far from them the other text may say no. */
const NEAR = 9;
const MIN_DENIED = 0.4;

/** Whether one text denies what the other says without a no beside it. */
const deniesMore = (alignment: Alignment): boolean => {
  const { claim: one, passage: other } = alignment;
  return indexesOf(one.items, (at) => isNegation(one, at)).some((at) => {
    const after = alignment.matchesAround(at, 0, AFTER);
    const isAhead = after.length > 0 && !VERB_LAST.has(one.language ?? '');
    const around = isAhead
      ? after
      : alignment.matchesAround(at, VERB_LAST.has(one.language ?? '') ? FAR_BEFORE : BEFORE, AFTER);
    const found = around.filter(({ length }) => length > 0);
    if (found.length === 0 || found.length < around.length * MIN_DENIED) return false;
    const own = new Set(one.items.flatMap((item) => ('meanings' in item ? item.meanings : [])));
    const negative = indexesOf(other.items, (index) => isNegative(other, index, own));
    return !found.some((matches) =>
      matches.some((match) => negative.some((index) => alignment.distance(match, index) <= NEAR)),
    );
  });
};

/** A no, or a word that says no and that the other text has not. */
const isNegative = (text: Tokens, at: number, own: ReadonlySet<string>): boolean => {
  const item = text.items[at];
  if (isNegation(text, at)) return true;
  return item?.kind === 'word' && item.meanings.some((meaning) => NEGATIVE_MEANINGS.has(meaning) && !own.has(meaning));
};

/** How alike the surroundings of opposites must be. */
const MIN_SHARED = 0.5;
const MIN_SHARE = 0.42;
/** And how much more than those of the same word. */
const MARGIN = 1.25;

const PAIRS = OPPOSITES.flatMap(([one, other]) => [
  [one, other],
  [other, one],
]);

const indexesWith = (items: readonly Item[], meaning: string): number[] =>
  indexesOf(items, (at) => {
    const item = items[at];
    return item !== undefined && 'meanings' in item && item.meanings.includes(meaning);
  });

/** Of each of two opposites in a passage so many are compared. */
const MAX_PLACES = 4;

/** `opens at 9 and closes at 4`: what the claim says stands behind the word, and not around its opposite. */
const saysBoth = (alignment: Alignment, one: string, other: string): boolean => {
  const opposites = indexesWith(alignment.passage.items, other).slice(0, MAX_PLACES);
  return indexesWith(alignment.passage.items, one)
    .slice(0, MAX_PLACES)
    .some((at) => opposites.length > 0 && opposites.every((opposite) => alignment.hasOwnWords(at, opposite)));
};

/** Whether a word and its opposite stand in the same surroundings, and the word itself nowhere as well. */
export const saysOpposite = (claim: Tokens, alignments: readonly Alignment[]): boolean => {
  const fit = (at: number, meaning: string, isSaid: boolean): number =>
    Math.max(
      0,
      ...alignments
        .filter(({ passage }) => isSaid || passage.isNegated === claim.isNegated)
        .flatMap((alignment) =>
          indexesWith(alignment.passage.items, meaning)
            .map((index) => alignment.shared(at, index))
            .filter((shared) => isSaid || shared >= alignment.mostShared(at) * MIN_SHARE),
        ),
    );
  return PAIRS.some(([one = '', other = '']) => {
    const isOpposite = indexesWith(claim.items, one).some((at) => {
      const opposite = fit(at, other, false);
      return opposite >= MIN_SHARED && opposite > fit(at, one, true) * MARGIN;
    });
    return isOpposite && !alignments.some((alignment) => saysBoth(alignment, one, other));
  });
};

/** Where a sentence is denied by an ending, which part of it is denied cannot be told. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'th']);

/** Whether a passage denies what a claim says, or the other way round. */
export const isDenied = (claim: Tokens, passage: Tokens): boolean => {
  const isUnspaced = UNSPACED.has(claim.language ?? '') || UNSPACED.has(passage.language ?? '');
  if (isUnspaced) return claim.language === passage.language && claim.isNegated !== passage.isNegated;
  return deniesMore(new Alignment(claim, passage)) || deniesMore(new Alignment(passage, claim));
};
