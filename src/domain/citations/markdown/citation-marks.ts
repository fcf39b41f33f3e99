import { citationMark, markedNumbers } from '../../../shared/citation-mark.ts';
import { findCodeAndLinks } from './code-and-link-spans.ts';

/** One number of a citation; `[1, 3-4]` is three marks. */
export interface TextMark {
  /** Its index among all marks of the text. */
  readonly index: number;
  /** The cited number; the source may not exist. */
  readonly source: number;
  /** Of its bracket, in characters. */
  readonly start: number;
  readonly end: number;
}

const MARK = citationMark();

/** Replaces code and links with dots; length and lines stay the same. */
export const maskCode = (text: string): string => {
  let masked = '';
  let from = 0;
  for (const { start, end } of findCodeAndLinks(text)) {
    masked += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, '.');
    from = end;
  }
  return masked + text.slice(from);
};

/** The marks of a text in order; none in code and links. */
export const findMarks = (text: string): TextMark[] => {
  const marks: TextMark[] = [];
  for (const found of maskCode(text).matchAll(MARK)) {
    const position = { start: found.index, end: found.index + found[0].length };
    for (const source of markedNumbers(found)) marks.push({ index: marks.length, source, ...position });
  }
  return marks;
};

/** Replaces the marks with spaces; the length stays the same. */
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
