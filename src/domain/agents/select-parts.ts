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

/** A long text, or a page of one. */
export interface Section {
  readonly page: number | undefined;
  readonly text: string;
}

/** At the end of a line or word, if there is one in its second half. */
const cutAt = (paragraph: string, from: number): number => {
  const limit = from + MAX_PART_CHARACTERS;
  if (limit >= paragraph.length) return paragraph.length;
  const piece = paragraph.slice(from, limit);
  const end = Math.max(piece.lastIndexOf('\n'), piece.length > MAX_PART_CHARACTERS / 2 ? piece.lastIndexOf(' ') : -1);
  return end > MAX_PART_CHARACTERS / 2 ? from + end + 1 : limit;
};

const partsOf = ({ text, page }: Section): Section[] =>
  text.split(/\n{2,}/).flatMap((paragraph) => {
    const pieces: Section[] = [];
    for (let from = 0, end = 0; from < paragraph.length; from = end) {
      end = cutAt(paragraph, from);
      pieces.push({ page, text: paragraph.slice(from, end) });
    }
    return pieces;
  });

/** By the words that a part shares with what is looked for, rare ones more. */
const scoresOf = (parts: readonly Section[], wanted: ReadonlySet<string>): number[] => {
  const found = parts.map(({ text }) => [...termsOf(text)].filter((term) => wanted.has(term)));
  const counts = new Map<string, number>();
  for (const term of found.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return found.map((terms) =>
    terms.reduce((sum, term) => sum + Math.log(1 + parts.length / (counts.get(term) ?? 1)), 0),
  );
};

/** What a part takes beside its text: a gap, and what names its page. */
const costOf = ({ text, page }: Section): number =>
  text.length + GAP.length + 4 + (page === undefined ? 0 : pageLabel(page).length + 2);

/** Of long texts the beginning and the parts nearest to what is looked for, in their order; what is missing shows. */
export const selectSections = (
  sections: readonly Section[],
  lookedFor: string,
  maxCharacters: number,
): readonly Section[] => {
  if (sections.reduce((sum, section) => sum + costOf(section), -GAP.length - 4) <= maxCharacters) return sections;
  const parts = sections.flatMap(partsOf);
  const scores = scoresOf(parts, termsOf(lookedFor));
  const byScore = parts.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const taken = new Set<number>();
  let size = 0;
  const take = (at: number, room: number): boolean => {
    const part = parts[at];
    const fits = part !== undefined && !taken.has(at) && size + costOf(part) <= room;
    if (fits) {
      taken.add(at);
      size += costOf(part);
    }
    return fits;
  };
  for (let at = 0; at < parts.length && take(at, maxCharacters * OPENING_SHARE); at += 1);
  for (const at of byScore) if ((scores[at] ?? 0) > 0) take(at, maxCharacters);
  // Where little matches, as much of the beginning as there is room for.
  for (let at = 0; at < parts.length && size < maxCharacters; at += 1) take(at, maxCharacters);
  return joinParts(parts, taken);
};

/** The same of one text. */
export const selectParts = (text: string, lookedFor: string, maxCharacters: number): string =>
  selectSections([{ page: undefined, text }], lookedFor, maxCharacters)[0]?.text ?? '';

export const pageLabel = (page: number): string => `[page ${page}]`;

const joinParts = (parts: readonly Section[], taken: ReadonlySet<number>): Section[] => {
  const joined: { page: number | undefined; texts: string[] }[] = [];
  const open = (page: number | undefined): string[] => {
    if (joined.length === 0 || joined.at(-1)?.page !== page) joined.push({ page, texts: [] });
    return joined.at(-1)?.texts ?? [];
  };
  let before = -1;
  for (const at of [...taken].toSorted((a, b) => a - b)) {
    const texts = open(parts[at]?.page);
    if (at !== before + 1) texts.push(GAP);
    texts.push(parts[at]?.text.trimEnd() ?? '');
    before = at;
  }
  if (before < parts.length - 1) open(parts[before]?.page).push(GAP);
  return joined.map(({ page, texts }) => ({ page, text: texts.join('\n\n') }));
};
