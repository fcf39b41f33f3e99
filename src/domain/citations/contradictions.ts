import { type Item, type NumberToken, type Tokens } from './tokenize.ts';
import { compareSequences, isComparisonReversed, rolesDiffer } from './roles.ts';
import { CLAUSE_WORDS } from './role-words.ts';
import { isSameWord } from './same-word.ts';
import { quantitiesAgree } from './quantities/find-quantities.ts';

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
  readonly words: readonly { readonly key: string; readonly isName: boolean }[];
}

const splitClauses = (items: readonly Item[]): Clause[] => {
  const clauses: { numbers: number[]; words: { key: string; isName: boolean }[] }[] = [{ numbers: [], words: [] }];
  for (const item of items) {
    if (item.kind === 'break' || ('plain' in item && CLAUSE_WORDS.has(item.plain)))
      clauses.push({ numbers: [], words: [] });
    else if (item.kind === 'number') clauses.at(-1)?.numbers.push(item.at);
    else if (item.kind === 'word') clauses.at(-1)?.words.push(item);
  }
  return clauses;
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
  if (!number) return false;
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
  if (matched.length === 0 || others.length === 0) return false;
  const own = splitClauses(claim.items).find(({ numbers }) => numbers.includes(at));
  const words = own && own.words.length > 0 ? own.words : wordsIn(splitClauses(claim.items));
  const [namesHere, here] = countOnlyIn(words, wordsIn(matched), wordsIn(others));
  const [namesThere, there] = countOnlyIn(words, wordsIn(others), wordsIn(matched));
  return namesHere + namesThere > 0 ? namesHere === 0 : here === 0 && there > 0;
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
    compareSequences(claim, passage) === 'reversed' ||
    isComparisonReversed(claim, passage) ||
    rolesDiffer(claim, passage)
  );
};
