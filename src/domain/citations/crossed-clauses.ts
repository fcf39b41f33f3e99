import { AUXILIARIES, CLAUSE_WORDS } from './role-words.ts';
import { isSameMeaning } from './same-word.ts';
import type { Item, Tokens, WordItem } from './tokenize.ts';

interface PlacedWord extends WordItem {
  readonly at: number;
}

/** The words of one part of a sentence; a list of names is of the part that it stands beside. */
type Clause = readonly PlacedWord[];

const COPULAS: ReadonlySet<string> = new Set([...AUXILIARIES, 'ist', 'sind', 'war', 'waren', 'etait', 'sera', 'era']);

const isBreak = (item: Item): boolean => item.kind === 'break' || ('plain' in item && CLAUSE_WORDS.has(item.plain));

interface OpenClause {
  readonly words: PlacedWord[];
  /** `A and B`: nothing is said of them. */
  isList: boolean;
}

const splitClauses = ({ items }: Tokens): Clause[] => {
  const clauses: OpenClause[] = [{ words: [], isList: true }];
  items.forEach((item, at) => {
    const open = clauses.at(-1);
    if (isBreak(item)) clauses.push({ words: [], isList: true });
    else if (item.kind === 'word' && open) {
      open.words.push({ ...item, at });
      open.isList &&= item.isName;
    } else if (open && 'plain' in item && COPULAS.has(item.plain)) open.isList = false;
  });
  const joined: OpenClause[] = [];
  for (const clause of clauses.filter(({ words }) => words.length > 0)) {
    const last = joined.at(-1);
    if (last && (clause.isList || last.isList)) {
      last.words.push(...clause.words);
      last.isList &&= clause.isList;
    } else joined.push(clause);
  }
  return joined.map(({ words }) => words);
};

const has = (words: Clause, word: PlacedWord): boolean => words.some((each) => isSameMeaning(each, word));

type NameTest = (clause: Clause, word: PlacedWord) => boolean;

/** German writes every noun like a name: there a first name and a surname tell one. */
const nameTest = (language: string | undefined): NameTest => {
  if (language !== undefined && language !== 'de') return (_, { isName }) => isName;
  return (clause, { isName, at }) => isName && clause.some((other) => other.isName && Math.abs(other.at - at) === 1);
};

/** Longer texts say too many things. */
const MAX_CLAUSES = 8;
const MAX_WORDS = 60;
const MIN_TAKEN = 0.5;

/**
 * Whether the claim says of one name what the passage says of another in a part of its own: `A directed the film and B
 * wrote the script` does not say that `B directed the film`.
 */
export const areClausesCrossed = (claim: Tokens, passage: Tokens): boolean => {
  const stated = splitClauses(passage);
  if (stated.length < 2 || stated.length > MAX_CLAUSES || passage.items.length > MAX_WORDS) return false;
  const claimed = splitClauses(claim);
  if (claimed.length > MAX_CLAUSES || claim.items.length > MAX_WORDS) return false;
  const all = claimed.flat();
  const isName = nameTest(claim.language);
  return claimed.some((clause) => {
    const names = clause.filter((word) => isName(clause, word) && !word.key.startsWith('@'));
    return names.some((name) => {
      const rest = clause.filter((word) => !word.isName || !isBeside(clause, word, name));
      const own = stated.filter((words) => has(words, name));
      if (rest.length === 0 || own.length === 0) return false;
      // The part that names it says something else, and nothing that is claimed.
      const isElsewhere = own.every(
        (words) => !rest.some((word) => has(words, word)) && words.some((word) => !has(all, word)),
      );
      return (
        isElsewhere &&
        stated.some((words) => {
          if (own.includes(words)) return false;
          const taken = rest.filter((word) => has(words, word)).length;
          return taken >= rest.length * MIN_TAKEN && words.some((word) => isName(words, word) && !has(all, word));
        })
      );
    });
  });
};

/** Words of one name: `Maria Lopez`. */
const isBeside = (clause: Clause, word: PlacedWord, name: PlacedWord): boolean => {
  const [from, to] = [Math.min(word.at, name.at), Math.max(word.at, name.at)];
  return clause.filter(({ at, isName }) => isName && at >= from && at <= to).length === to - from + 1;
};
