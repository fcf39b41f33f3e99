import { bigrams, findRuns, foldText } from '../../shared/fold-text.ts';

/** Of the beginning, which says what a page is about. */
const OPENING_SHARE = 0.25;
const MIN_TERM_LENGTH = 3;
const STEM_LENGTH = 6;
/** Longer paragraphs are taken in pieces. */
const MAX_PART_CHARACTERS = 1500;
const GAP = '[…]';

const termsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...findRuns(foldText(text))].flatMap(([run, unspaced]) => {
      if (unspaced !== undefined) return bigrams(run, false);
      return run.length < MIN_TERM_LENGTH && !/\d/.test(run) ? [] : [run.slice(0, STEM_LENGTH)];
    }),
  );

const partsOf = (text: string): string[] =>
  text.split(/\n{2,}/).flatMap((paragraph) => {
    const pieces: string[] = [];
    for (let from = 0; from < paragraph.length; from += MAX_PART_CHARACTERS)
      pieces.push(paragraph.slice(from, from + MAX_PART_CHARACTERS));
    return pieces;
  });

/** By the words that a part shares with what is looked for, rare ones more. */
const scoresOf = (parts: readonly string[], wanted: ReadonlySet<string>): number[] => {
  const found = parts.map((part) => [...termsOf(part)].filter((term) => wanted.has(term)));
  const counts = new Map<string, number>();
  for (const term of found.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return found.map((terms) =>
    terms.reduce((sum, term) => sum + Math.log(1 + parts.length / (counts.get(term) ?? 1)), 0),
  );
};

/** Of a long text its beginning and the parts nearest to what is looked for, in their order; what is missing shows. */
export const selectParts = (text: string, lookedFor: string, maxCharacters: number): string => {
  if (text.length <= maxCharacters) return text;
  const parts = partsOf(text);
  const scores = scoresOf(parts, termsOf(lookedFor));
  const byScore = parts.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const taken = new Set<number>();
  let size = 0;
  const take = (at: number, room: number): boolean => {
    const cost = (parts[at]?.length ?? 0) + GAP.length + 4;
    const fits = !taken.has(at) && size + cost <= room;
    if (fits) {
      taken.add(at);
      size += cost;
    }
    return fits;
  };
  for (let at = 0; at < parts.length && take(at, maxCharacters * OPENING_SHARE); at += 1);
  for (const at of byScore) if ((scores[at] ?? 0) > 0) take(at, maxCharacters);
  // Where little matches, as much of the beginning as there is room for.
  for (let at = 0; at < parts.length && size < maxCharacters; at += 1) take(at, maxCharacters);
  return joinParts(parts, taken);
};

const joinParts = (parts: readonly string[], taken: ReadonlySet<number>): string => {
  const texts: string[] = [];
  let before = -1;
  for (const at of [...taken].toSorted((a, b) => a - b)) {
    if (at !== before + 1) texts.push(GAP);
    texts.push(parts[at] ?? '');
    before = at;
  }
  if (before < parts.length - 1) texts.push(GAP);
  return texts.join('\n\n');
};
