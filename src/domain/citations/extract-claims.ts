import { findMarks, type TextMark, maskMarks } from './markdown/citation-marks.ts';
import { type Block, markerLength, parseBlocks } from './markdown/blocks.ts';
import { toPlainText } from './markdown/plain-text.ts';
import { type Span, splitSentences } from './markdown/sentences.ts';
import { detectLanguage } from './detect-language.ts';
import { tokenize, type Tokens } from './tokenize.ts';

/** The text that a group of marks refers to. */
export interface Claim {
  readonly text: string;
  readonly tokens: Tokens;
  /** Adjacent marks: `[1][2]`. */
  readonly marks: readonly TextMark[];
  /** The index of its sentence, from 0. */
  readonly sentence: number;
  /** Where its sentence stands in the text, without blanks around it; undefined for a cell of a table. */
  readonly span: Span | undefined;
}

type Tokenize = (text: string) => Tokens;

const isEmpty = ({ words, numbers: figures }: Tokens): boolean => words.length + figures.length === 0;

/** Marks with only punctuation between them are one group. */
const groupMarks = (blank: string, marks: readonly TextMark[]): TextMark[][] => {
  const groups: TextMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1)?.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(blank.slice(last.end, mark.start))) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  return groups;
};

/** The text of each group: the words since the group before, or the whole sentence for a single group. */
const splitClauses = (
  blank: string,
  { start, end }: Span,
  groups: readonly TextMark[][],
  tokenizeCached: Tokenize,
): string[] => {
  const sentence = toPlainText(blank.slice(start, end));
  if (groups.length === 1) return [sentence];
  return groups.map((group, at) => {
    const from = groups[at - 1]?.at(-1)?.end ?? start;
    const to = at === groups.length - 1 ? end : (group[0]?.start ?? end);
    const clause = toPlainText(blank.slice(from, to));
    return isEmpty(tokenizeCached(clause)) ? sentence : clause;
  });
};

/** The first cell of a table row is the subject of the others. */
const splitCells = (blank: string, { start, end }: Span): Span[] => {
  const cells: Span[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && (blank[at] !== '|' || blank[at - 1] === '\\')) continue;
    if (at > from) cells.push({ start: from, end: at });
    from = at + 1;
  }
  return cells;
};

/** One pass over text and marks. Marks between parts belong to the part before. */
const marksIn = (marks: readonly TextMark[], part: Span, from: number): TextMark[] => {
  const found: TextMark[] = [];
  for (let at = from; at < marks.length; at += 1) {
    const mark = marks[at];
    if (!mark || mark.start >= part.end) break;
    found.push(mark);
  }
  return found;
};

const splitParts = (blank: string, block: Block): Span[] => {
  if (block.kind === 'row') return splitCells(blank, block);
  return splitSentences(blank, { start: block.start + markerLength(blank, block), end: block.end });
};

const MAX_HEAD_CHARACTERS = 200;

const startsBefore = (mark: TextMark | undefined, end: number): boolean => mark !== undefined && mark.start < end;

const rowHeader = (blank: string, { kind }: Block, parts: readonly Span[]): string =>
  kind === 'row' ? toPlainText(blank.slice(parts[0]?.start, parts[0]?.end)).slice(0, MAX_HEAD_CHARACTERS) : '';

/** Many marks may have the same text. */
const createTokenCache = (answerLanguage: string | undefined): Tokenize => {
  const cache = new Map<string, Tokens>();
  return (text) => {
    const tokens = cache.get(text) ?? tokenize(text, detectLanguage(text) ?? answerLanguage);
    cache.set(text, tokens);
    return tokens;
  };
};

const trimSpan = (text: string, { start, end }: Span): Span => {
  const sentence = text.slice(start, end);
  const from = start + sentence.length - sentence.trimStart().length;
  return { start: from, end: from + sentence.trim().length };
};

/** All claims with marks, in order. */
export const extractClaims = (text: string): Claim[] => {
  const marks = findMarks(text);
  const blank = maskMarks(text, marks);
  const claims: Claim[] = [];
  const tokenizeCached = createTokenCache(detectLanguage(blank));
  let next = 0;
  let sentence = -1;
  let previousStatement = '';
  for (const block of marks.length === 0 ? [] : parseBlocks(text)) {
    if (block.kind !== 'text' && !startsBefore(marks[next], block.end)) continue;
    const parts = splitParts(blank, block);
    const head = rowHeader(blank, block, parts);
    for (const part of parts) {
      const partMarks = marksIn(marks, part, next);
      next += partMarks.length;
      if (partMarks.length > 0) sentence += 1;
      const groups = groupMarks(blank, partMarks);
      const span = block.kind === 'row' ? undefined : trimSpan(text, part);
      splitClauses(blank, part, groups, tokenizeCached).forEach((clause, at) => {
        const withHeader = head === '' || part === parts[0] ? clause : `${head}: ${clause}`;
        const claimText = isEmpty(tokenizeCached(withHeader)) ? previousStatement : withHeader;
        claims.push({ text: claimText, tokens: tokenizeCached(claimText), marks: groups[at] ?? [], sentence, span });
      });
      previousStatement = lastStatement(blank, part, previousStatement);
    }
  }
  return claims;
};

const lastStatement = (blank: string, part: Span, previousStatement: string): string => {
  const text = blank.slice(part.start, part.end);
  return /[\p{L}\p{N}]/u.test(text) ? toPlainText(text) : previousStatement;
};
