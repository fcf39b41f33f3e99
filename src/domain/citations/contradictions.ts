import type { Item, NumberToken, Tokens, WordItem } from './tokenize.ts';
import { compareSequences, isComparisonReversed } from './event-order.ts';
import { rolesDiffer } from './roles.ts';
import { areClausesCrossed } from './crossed-clauses.ts';
import { CLAUSE_WORDS } from './role-words.ts';
import { isSameWord } from './same-word.ts';
import { saysOtherResult } from './results.ts';
import { isUnspacedRankLost } from './superlatives.ts';
import { quantitiesAgree } from './quantities/quantities-agree.ts';

export interface ContradictionContext {
  /** Claim and source have different languages. */
  readonly foreign: boolean;
  /** Share of the claim's words in the passage. */
  readonly share: number;
}

/** From here on the passage is about the same. */
const MIN_SHARE = 0.55;

const isYear = ({ values, unit, date }: NumberToken): boolean =>
  unit === undefined &&
  date === undefined &&
  values.some((value) => Number.isInteger(value) && value >= 1000 && value <= 2100);

/** All currencies are of one kind; their names are upper case. */
const kindOf = (dimension: string): string => (/^[A-Z]/.test(dimension) ? 'money' : dimension);

/** Whether two numbers say the same kind of thing: the same dimension, the same things counted, two dates. */
const isSameKind = (a: NumberToken, b: NumberToken): boolean => {
  if (a.unit && b.unit) return kindOf(a.unit.dimension) === kindOf(b.unit.dimension);
  if (a.noun !== undefined && b.noun !== undefined) return isSameWord(a.noun, b.noun);
  return (a.date !== undefined && b.date !== undefined) || (isYear(a) && isYear(b) && a.anchor === b.anchor);
};

/** A year belongs to the word before it, another number to what it counts. */
const isBoundAlike = (a: NumberToken, b: NumberToken): boolean => {
  if (isYear(a) && isYear(b)) return a.anchor !== undefined && b.anchor !== undefined && isSameWord(a.anchor, b.anchor);
  return a.noun !== undefined && b.noun !== undefined && isSameWord(a.noun, b.noun);
};

const contradictsNumber = (number: NumberToken, { numbers }: Tokens, share: number): boolean => {
  if (number.isOptional === true) return false;
  const rivals = numbers.filter((each) => !each.isOptional || number.isOptional !== true);
  const alike = rivals.filter((each) => isBoundAlike(number, each));
  if (alike.length > 0) return !alike.some((each) => quantitiesAgree(number, each));
  if (numbers.some((each) => quantitiesAgree(number, each))) return false;
  return share >= MIN_SHARE && rivals.some((each) => isSameKind(number, each));
};

interface Clause {
  readonly numbers: readonly number[];
  readonly words: readonly Pick<WordItem, 'key' | 'isName' | 'meanings'>[];
}

interface OpenClause extends Clause {
  readonly numbers: number[];
  readonly words: Pick<WordItem, 'key' | 'isName' | 'meanings'>[];
  /** How many of the words stand before the first number. */
  lead: number;
}

/** In `A was 5 in June and 7 in July` the second part is of A as well. */
const inheritLead = (open: OpenClause, before: OpenClause | undefined): void => {
  if (open.words.length > 0 || !before || before.numbers.length === 0) return;
  open.words.push(...before.words.slice(0, before.lead));
};

/** `The shop opens at 9 and closes at 6`: a part that names nothing is of what the one before it names. */
const inheritNames = (clauses: readonly OpenClause[]): Clause[] =>
  clauses.map((clause, at) => {
    const before = clauses[at - 1];
    if (!before || before.numbers.length === 0 || clause.words.some(({ isName }) => isName)) return clause;
    // A capital at the start of a sentence makes no name of a word that is known.
    const names = before.words
      .slice(0, before.lead)
      .filter(({ isName, meanings }, index) => isName && (at > 1 || index > 0 || meanings.length === 0));
    return { ...clause, words: [...names, ...clause.words] };
  });

const splitClauses = (items: readonly Item[]): Clause[] => {
  const clauses: OpenClause[] = [{ numbers: [], words: [], lead: 0 }];
  for (const item of items) {
    const open = clauses.at(-1);
    if (item.kind === 'break' || ('plain' in item && CLAUSE_WORDS.has(item.plain)))
      clauses.push({ numbers: [], words: [], lead: 0 });
    else if (item.kind === 'number' && open) {
      if (open.numbers.length === 0) {
        inheritLead(open, clauses.at(-2));
        open.lead = open.words.length;
      }
      open.numbers.push(item.at);
    } else if (item.kind === 'word') open?.words.push(item);
  }
  return inheritNames(clauses);
};

const wordsIn = (clauses: readonly Clause[]): Clause['words'] => clauses.flatMap(({ words }) => words);

/** Words of the claim that only one side has; names alone where there are any. */
const countOnlyIn = (claimed: Clause['words'], side: Clause['words'], other: Clause['words']): [number, number] => {
  const has = (words: Clause['words'], key: string): boolean => words.some((word) => isSameWord(word.key, key));
  const only = claimed.filter(({ key }) => has(side, key) && !has(other, key));
  return [only.filter(({ isName }) => isName).length, only.length];
};

/**
 * Whether a number belongs to another part of the sentence than the claim's words: `A costs 5, B
 * costs 7` and `B costs 5`.
 */
const isMisattributed = (at: number, claim: Tokens, passage: Tokens): boolean => {
  const number = claim.numbers[at];
  const sides = number && sidesOf(number, passage);
  if (!sides) return false;
  const { matched, others } = sides;
  const words = wordsAround(at, claim);
  const [namesHere, here] = countOnlyIn(words, wordsIn(matched), wordsIn(others));
  const [namesThere, there] = countOnlyIn(words, wordsIn(others), wordsIn(matched));
  if (there > 0 && others.some((clause) => isShortened(clause, passage)) && isUnnamed(matched, words)) return true;
  if (namesHere + namesThere > 0) return namesHere === 0;
  const beside = nearestNumbers(at, claim.items);
  const count = (side: readonly Clause[]): number => countNumbers(beside, claim, side, passage);
  return here + count(matched) === 0 && there + count(others) > 0;
};

/** The clauses of a passage that state a number, and those that state another of its kind; undefined without both. */
const sidesOf = (
  number: NumberToken,
  passage: Tokens,
): { readonly matched: readonly Clause[]; readonly others: readonly Clause[] } | undefined => {
  const clauses = splitClauses(passage.items);
  const agrees = (index: number): boolean => {
    const stated = passage.numbers[index];
    return stated !== undefined && quantitiesAgree(number, stated);
  };
  const rivals = (index: number): boolean => {
    const stated = passage.numbers[index];
    return stated !== undefined && !agrees(index) && isSameKind(number, stated);
  };
  const matched = clauses.filter(({ numbers }) => numbers.some(agrees));
  const others = clauses.filter(({ numbers }) => numbers.some(rivals) && !numbers.some(agrees));
  return matched.length === 0 || others.length === 0 ? undefined : { matched, others };
};

/** The words of a number's part of the claim; all where it has none. */
const wordsAround = (at: number, { items }: Tokens): Clause['words'] => {
  const clauses = splitClauses(items);
  const own = clauses.find(({ numbers }) => numbers.includes(at));
  return own && own.words.length > 0 ? own.words : wordsIn(clauses);
};

/** Words of another clause are meant in it as well: only its own tell the two apart. */
const isShortened = ({ numbers }: Clause, passage: Tokens): boolean =>
  numbers.some((index) => passage.numbers[index]?.sharesNoun === true);

/** Whether some name of the clauses is not among the words. */
const isUnnamed = (clauses: readonly Clause[], words: Clause['words']): boolean =>
  wordsIn(clauses).some(({ key, isName }) => isName && !words.some((word) => isSameWord(word.key, key)));

/** The numbers of a claim that stand next to one, by their indexes. */
const nearestNumbers = (at: number, items: readonly Item[]): number[] => {
  const places = items.flatMap((item, place) => (item.kind === 'number' ? [{ at: item.at, place }] : []));
  const own = places.find((each) => each.at === at)?.place ?? 0;
  const others = places.filter((each) => each.at !== at).map((each) => ({ ...each, far: Math.abs(each.place - own) }));
  const nearest = Math.min(...others.map(({ far }) => far));
  return others.filter(({ far }) => far === nearest).map((each) => each.at);
};

/** How many numbers of a claim some clauses state. */
const countNumbers = (
  indexes: readonly number[],
  claim: Tokens,
  clauses: readonly Clause[],
  passage: Tokens,
): number => {
  const stated = clauses.flatMap(({ numbers }) => numbers.flatMap((index) => passage.numbers[index] ?? []));
  return indexes.filter((index) => {
    const number = claim.numbers[index];
    return number !== undefined && stated.some((each) => quantitiesAgree(number, each));
  }).length;
};

/** Whether a passage that is about the same has another number of what the claim counts or measures. */
export const contradictsNumbers = (claim: Tokens, passage: Tokens, share: number): boolean =>
  claim.numbers.some((number) => contradictsNumber(number, passage, share));

/** Whether a passage that is about the same says otherwise. */
export const contradicts = (claim: Tokens, passage: Tokens, { foreign, share }: ContradictionContext): boolean => {
  if (contradictsNumbers(claim, passage, share)) return true;
  if (!foreign && claim.numbers.some((_, at) => isMisattributed(at, claim, passage))) return true;
  if (foreign) return false;
  return (
    isUnspacedRankLost(claim, passage) ||
    saysOtherResult(claim, passage, share >= MIN_SHARE) ||
    areClausesCrossed(claim, passage) ||
    compareSequences(claim, passage) === 'reversed' ||
    isComparisonReversed(claim, passage) ||
    rolesDiffer(claim, passage)
  );
};
