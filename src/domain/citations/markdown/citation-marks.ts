import { findCodeAndLinks } from './code-and-link-spans.ts';

/** One number in a bracket of a text; a bracket `[1, 3-4]` is three of them. */
export interface TextMark {
  /** Its place among all marks of the text, from 0. */
  readonly index: number;
  /** The number in the mark, whether there is such a source or not. */
  readonly source: number;
  /** Where its bracket begins and ends, in characters of the text. */
  readonly start: number;
  readonly end: number;
}

/** One bracket of numbers. The page finds marks by the same rule: a change here is a change there. */
const BRACKET = /\[(\d{1,2}(?:\s*[,–-]\s*\d{1,2})*)\](?!\()|【(\d{1,2}(?:\s*[,–-]\s*\d{1,2})*)】(?!\()/g;

/** The same text, of the same length and lines, with dots for what holds no marks: code and links. */
export const maskCode = (text: string): string => {
  let masked = '';
  let from = 0;
  for (const { start, end } of findCodeAndLinks(text)) {
    masked += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, '.');
    from = end;
  }
  return masked + text.slice(from);
};

const parseNumbers = (inside: string): number[] =>
  inside.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    return last < first ? [first] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });

/** The marks of a text in order: `[1]`, `[1][2]`, `[1, 2]`, `[1-3]`, `【1】`; none in code and links. */
export const findMarks = (text: string): TextMark[] => {
  const marks: TextMark[] = [];
  for (const found of maskCode(text).matchAll(BRACKET)) {
    const position = { start: found.index, end: found.index + found[0].length };
    for (const source of parseNumbers(found[1] ?? found[2] ?? ''))
      marks.push({ index: marks.length, source, ...position });
  }
  return marks;
};

/** The same text, of the same length, with blanks for its marks. */
export const maskMarks = (text: string, marks: readonly TextMark[]): string => {
  let blank = '';
  let from = 0;
  for (const { start, end } of marks) {
    if (start < from) continue;
    blank += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return blank + text.slice(from);
};
