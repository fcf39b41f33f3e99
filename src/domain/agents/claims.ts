import { findMarks, type TextMark, withBlankMarks } from './citation-marks.ts';
import { type Block, blocksOf } from './markdown-blocks.ts';
import { plainText } from './plain-text.ts';
import { type Span, sentencesIn } from './sentences.ts';
import { wordsOf, type Words } from './words.ts';

/** What a group of marks is put to. */
export interface Claim {
  readonly text: string;
  readonly said: Words;
  /** The marks that stand together: `[1][2]`. */
  readonly marks: readonly TextMark[];
  /** Which sentence of the text it is of, counted from 0. */
  readonly sentence: number;
}

const isEmpty = ({ words, figures }: Words): boolean => words.length + figures.length === 0;

/** Marks with nothing but signs between them are one group. */
const groupsOf = (blank: string, marks: readonly TextMark[]): TextMark[][] => {
  const groups: TextMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1)?.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(blank.slice(last.end, mark.start))) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  return groups;
};

/** What each group of a sentence is put to: the words since the group before; the whole sentence where it is the only one. */
const clausesOf = (
  blank: string,
  { start, end }: Span,
  groups: readonly TextMark[][],
  read: typeof wordsOf,
): string[] => {
  const whole = plainText(blank.slice(start, end));
  if (groups.length === 1) return [whole];
  return groups.map((group, at) => {
    const from = groups[at - 1]?.at(-1)?.end ?? start;
    const to = at === groups.length - 1 ? end : (group[0]?.start ?? end);
    const clause = plainText(blank.slice(from, to));
    return isEmpty(read(clause)) ? whole : clause;
  });
};

/** The cells of a table row; the first one tells what the others are about. */
const cellsOf = (blank: string, { start, end }: Span): Span[] => {
  const cells: Span[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && (blank[at] !== '|' || blank[at - 1] === '\\')) continue;
    if (at > from) cells.push({ start: from, end: at });
    from = at + 1;
  }
  return cells;
};

/** One pass over text and marks: which marks stand in which part. Marks between parts go to the part before. */
const marksIn = (marks: readonly TextMark[], part: Span, from: number): TextMark[] => {
  const found: TextMark[] = [];
  for (let at = from; at < marks.length; at += 1) {
    const mark = marks[at];
    if (!mark || mark.start >= part.end) break;
    found.push(mark);
  }
  return found;
};

const partsOf = (blank: string, block: Block): Span[] => {
  if (block.kind === 'row') return cellsOf(blank, block);
  const marker =
    block.kind === 'item'
      ? (/^[ \t]*(?:[-*+•]|\d{1,3}[.)])/.exec(blank.slice(block.start, block.end))?.[0].length ?? 0)
      : 0;
  return sentencesIn(blank, { start: block.start + marker, end: block.end });
};

const HEAD_LENGTH = 200;

const startsBefore = (mark: TextMark | undefined, end: number): boolean => mark !== undefined && mark.start < end;

const headOf = (blank: string, { kind }: Block, parts: readonly Span[]): string =>
  kind === 'row' ? plainText(blank.slice(parts[0]?.start, parts[0]?.end)).slice(0, HEAD_LENGTH) : '';

/** Many marks may be put to the same words: those are read once. */
const readOnce = (): typeof wordsOf => {
  const known = new Map<string, Words>();
  return (text) => {
    const said = known.get(text) ?? wordsOf(text);
    known.set(text, said);
    return said;
  };
};

/** What a text claims with marks, in its order. */
export const claimsOf = (text: string): Claim[] => {
  const marks = findMarks(text);
  const blank = withBlankMarks(text, marks);
  const claims: Claim[] = [];
  const read = readOnce();
  let next = 0;
  let sentence = -1;
  let before = '';
  for (const block of marks.length === 0 ? [] : blocksOf(text)) {
    if (block.kind !== 'text' && !startsBefore(marks[next], block.end)) continue;
    const parts = partsOf(blank, block);
    const head = headOf(blank, block, parts);
    for (const part of parts) {
      const here = marksIn(marks, part, next);
      next += here.length;
      if (here.length > 0) sentence += 1;
      const groups = groupsOf(blank, here);
      clausesOf(blank, part, groups, read).forEach((clause, at) => {
        const own = head === '' || part === parts[0] ? clause : `${head}: ${clause}`;
        const meant = isEmpty(read(own)) ? before : own;
        claims.push({ text: meant, said: read(meant), marks: groups[at] ?? [], sentence });
      });
      before = lastSaid(blank, part, before);
    }
  }
  return claims;
};

const lastSaid = (blank: string, part: Span, before: string): string => {
  const text = blank.slice(part.start, part.end);
  return /[\p{L}\p{N}]/u.test(text) ? plainText(text) : before;
};
