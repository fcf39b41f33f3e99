import { Alignment } from './alignment.ts';
import { saysOpposite } from './polarity.ts';
import { quantitiesAgree } from './quantities/quantities-agree.ts';
import { DESTINATIONS, ORIGINS } from './role-words.ts';
import { isRankOfAnotherCriterion } from './rank-criteria.ts';
import { isRankLost } from './superlatives.ts';
import type { Item, NumberToken, Tokens, WordItem } from './tokenize.ts';

const isYear = ({ values, unit, date }: NumberToken): boolean =>
  unit === undefined &&
  date === undefined &&
  values.some((value) => Number.isInteger(value) && value >= 1000 && value <= 2100);

const kindOf = (number: NumberToken): string => {
  if (number.date || isYear(number)) return 'date';
  const dimension = number.unit?.dimension ?? '';
  return /^[A-Z]/.test(dimension) ? 'money' : dimension;
};

/** From here on another thing of the source has the words that the claim has of this one. */
const MARGIN = 1.5;
const MIN_EXCESS = 0.3;
const NAME_MARGIN = 3;

const isOutdone = (own: number, rival: number): boolean => rival > own * MARGIN && rival - own > MIN_EXCESS;

const isNoName = ({ isName }: WordItem): boolean => !isName;

const numbersIn = ({ items, numbers }: Tokens): { number: NumberToken; at: number }[] =>
  items.flatMap((item, at) => {
    const number = item.kind === 'number' ? numbers[item.at] : undefined;
    return number && number.isOptional !== true ? [{ number, at }] : [];
  });

/** How well the best place of a source fits, by what stands around it, and by its sentence. */
interface Fit {
  readonly shared: number;
  readonly coverage: number;
}

const bestFit = (fits: readonly Fit[]): Fit => ({
  shared: Math.max(0, ...fits.map(({ shared }) => shared)),
  coverage: Math.max(0, ...fits.map(({ coverage }) => coverage)),
});

/** A sentence with so many more of the words is the one that is meant. */
const MIN_COVERAGE_EXCESS = 0.15;
const MIN_ELSEWHERE = 0.7;

/** Places of the source with this number, and with another of its kind. */
const fitsOf = (number: NumberToken, at: number, alignments: readonly Alignment[]): [Fit[], Fit[]] => {
  const [own, rival]: [Fit[], Fit[]] = [[], []];
  for (const alignment of alignments) {
    for (const stated of numbersIn(alignment.passage)) {
      const fit = { shared: alignment.shared(at, stated.at), coverage: alignment.coverage(at) };
      if (quantitiesAgree(number, stated.number)) own.push(fit);
      else if (kindOf(number) === kindOf(stated.number)) rival.push(fit);
    }
  }
  return [own, rival];
};

/** Of the places of a number in a passage so many are compared. */
const MAX_PLACES = 4;

/** `25 euros for adults and 12 for children`: what both parts say stands in the first one alone. */
const isToldApart = (number: NumberToken, alignment: Alignment): boolean => {
  const stated = numbersIn(alignment.passage);
  const rivals = stated.filter(
    (each) => kindOf(each.number) === kindOf(number) && !quantitiesAgree(number, each.number),
  );
  if (rivals.length === 0 || rivals.length > MAX_PLACES) return false;
  return stated
    .filter((each) => quantitiesAgree(number, each.number))
    .slice(0, MAX_PLACES)
    .some(({ at }) =>
      rivals.every((rival) => alignment.hasOwnWords(at, rival.at) && !alignment.hasOwnWords(rival.at, at, true)),
    );
};

/** Whether the source says another number of what the claim says one of. */
const isNumberOfAnother = (claim: Tokens, alignments: readonly Alignment[]): boolean =>
  numbersIn(claim).some(({ number, at }) => {
    const [places, rivals] = fitsOf(number, at, alignments);
    const [own, rival] = [bestFit(places), bestFit(rivals)];
    const isCovered = rival.coverage > own.coverage + MIN_COVERAGE_EXCESS && kindOf(number) !== 'ordinal';
    const isElsewhere = isCovered && rival.shared > own.shared * MIN_ELSEWHERE;
    const isOther = places.length > 0 && (isElsewhere || isOutdone(own.shared, rival.shared));
    return isOther && !alignments.some((alignment) => isToldApart(number, alignment));
  });

type NumberRole = 'start' | 'end' | 'amount';

const roleOfTime = (items: readonly Item[], at: number, before: string): NumberRole | undefined => {
  if (TIME_ORIGINS.has(before)) return 'start';
  return TIME_ENDS.has(before) ? 'end' : boundaryOf(items, at);
};

const roleOfAmount = (before: string): NumberRole | undefined =>
  AMOUNTS.has(before) ? 'amount' : before === 'auf' ? 'end' : undefined;

const isTimeAt = ({ items, numbers }: Tokens, at: number): boolean => {
  const item = items[at];
  const number = item?.kind === 'number' ? numbers[item.at] : undefined;
  return number !== undefined && ['date', 'clock'].includes(kindOf(number));
};

/** `from 10`, `to 12`, `by 2`; for a time also `begins on`, `ends on`. */
const roleOf = (text: Tokens, at: number): NumberRole | undefined => {
  const { items } = text;
  const before = items[at - 1];
  if (before?.kind !== 'function') return undefined;
  if (ORIGINS.has(before.plain)) return 'start';
  if (DESTINATIONS.has(before.plain)) return 'end';
  return isTimeAt(text, at) ? roleOfTime(items, at, before.plain) : roleOfAmount(before.plain);
};
const AMOUNTS: ReadonlySet<string> = new Set(['by', 'um']);
const TIME_ORIGINS: ReadonlySet<string> = new Set(['vom', 'du', 'dal', 'del', 'since', 'seit']);
const TIME_ENDS: ReadonlySet<string> = new Set(['zum', 'au', 'al', 'until', 'till']);
const BOUNDARY_REACH = 4;

/** Whether a verb beside a time says that it is the first or the last. */
const boundaryOf = (items: readonly Item[], at: number): NumberRole | undefined => {
  const before = items.slice(Math.max(0, at - BOUNDARY_REACH), at);
  const meanings = new Set(before.flatMap((item) => ('meanings' in item ? item.meanings : [])));
  if (meanings.has('begin') === meanings.has('end')) return undefined;
  return meanings.has('begin') ? 'start' : 'end';
};

/** Whether a claim ends where the source begins: `rose to 10`, `rose from 10 to 12`. */
const isOtherEnd = (claim: Tokens, alignments: readonly Alignment[]): boolean =>
  numbersIn(claim).some(({ number, at }) => {
    const role = roleOf(claim, at);
    if (role === undefined) return false;
    const roles = alignments.flatMap(({ passage }) =>
      numbersIn(passage)
        .filter((stated) => quantitiesAgree(number, stated.number))
        .map((stated) => roleOf(passage, stated.at)),
    );
    return roles.length > 0 && roles.every((each) => each !== undefined && each !== role);
  });

interface Name {
  readonly keys: ReadonlySet<string>;
  readonly at: number;
}

/** `People`, `Revenue` at the start. */
const isCommon = (items: readonly Item[], at: number): boolean => {
  const [item, previous, next] = [items[at], items[at - 1], items[at + 1]];
  const isStart = previous === undefined || previous.kind === 'break';
  return isStart && item?.kind === 'word' && item.meanings.length > 0 && !(next?.kind === 'word' && next.isName);
};

/** `Lake Brenn`, `Cllr Fenn`: without what it is. */
const keysOf = (words: readonly WordItem[]): ReadonlySet<string> => {
  const proper = words.filter(({ meanings }) => meanings.length === 0);
  return new Set((proper.length > 0 ? proper : words).map(({ key }) => key));
};

/** Runs of capitalised words within a sentence. */
const namesIn = ({ items }: Tokens): Name[] => {
  const names: { words: WordItem[]; at: number }[] = [];
  items.forEach((item, at) => {
    if (item.kind !== 'word' || !item.isName || item.key.startsWith('@')) return;
    const [last, previous] = [names.at(-1), items[at - 1]];
    const isInName = last !== undefined && previous?.kind === 'word' && previous.isName;
    if (isInName) last.words.push(item);
    else if (!isCommon(items, at)) names.push({ words: [item], at });
  });
  return names.map(({ words, at }) => ({ keys: keysOf(words), at }));
};

const isSameName = (a: Name, b: Name): boolean => [...a.keys].some((key) => b.keys.has(key));

const TITLES: ReadonlySet<string> = new Set('frau herr herrn firma dr prof professor familie'.split(' '));

/** German writes every noun like a name: there a title tells them. */
const personsIn = (text: Tokens): Name[] => {
  if (text.language !== 'de') return namesIn(text);
  return text.items.flatMap((item, at) => {
    const before = text.items[at - 1];
    const isNamed = item.kind === 'word' && before !== undefined && 'plain' in before && TITLES.has(before.plain);
    return isNamed ? [{ keys: new Set([item.key]), at }] : [];
  });
};

/** Whether the source says of another name what the claim says of one. */
const isNameOfAnother = (claim: Tokens, alignments: readonly Alignment[]): boolean => {
  const claimed = personsIn(claim);
  return claimed.some((name) => {
    const [own, rival]: [number[], number[]] = [[], []];
    for (const alignment of alignments) {
      for (const other of personsIn(alignment.passage)) {
        const shared = alignment.shared(name.at, other.at, isNoName);
        if (isSameName(name, other)) own.push(shared);
        else if (!claimed.some((each) => isSameName(each, other))) rival.push(shared);
      }
    }
    const [best, bestRival] = [Math.max(0, ...own), Math.max(0, ...rival)];
    const isPlaced = best > 0 || (claim.language === 'de' && own.length > 0);
    return isPlaced && bestRival > best * NAME_MARGIN && bestRival - best > MIN_EXCESS;
  });
};

const MAX_NAMES = 8;
const SWAP_EXCESS = 0.5;

/** Whether two things of the claim have each other's surroundings in the source. */
const areSwapped = (claim: Tokens, alignments: readonly Alignment[]): boolean => {
  const names = namesIn(claim).slice(0, MAX_NAMES);
  return alignments.some((alignment) => {
    const places = namesIn(alignment.passage);
    const fit = (a: Name, b: Name): number =>
      Math.max(0, ...places.filter((place) => isSameName(place, b)).map(({ at }) => alignment.shared(a.at, at)));
    const stated = names.filter((name) => places.some((place) => isSameName(place, name)));
    return stated.some((one, index) =>
      stated.slice(index + 1).some((other) => {
        if (isSameName(one, other)) return false;
        const [straight, crossed] = [fit(one, one) + fit(other, other), fit(one, other) + fit(other, one)];
        return crossed - straight > SWAP_EXCESS;
      }),
    );
  });
};

/** Longer claims say too many things. */
const MAX_ITEMS = 150;

/** Whether a number or name of the claim belongs to something else in the source. */
export const isMisattributed = (claim: Tokens, passages: readonly Tokens[]): boolean => {
  if (claim.items.length > MAX_ITEMS) return false;
  const alignments = passages.map((passage) => new Alignment(claim, passage));
  return (
    saysOpposite(claim, alignments) ||
    isRankLost(claim, alignments) ||
    isRankOfAnotherCriterion(claim, alignments) ||
    isNumberOfAnother(claim, alignments) ||
    isOtherEnd(claim, alignments) ||
    isNameOfAnother(claim, alignments) ||
    areSwapped(claim, alignments)
  );
};
