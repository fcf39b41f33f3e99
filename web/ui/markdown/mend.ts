import { withoutEnding } from '../../lib/text-ends.ts';
import { codeSpans, withSpans } from './hidden-spans.ts';
import { inSteps } from './limits.ts';

const LONG_BLOCK = 3_000;
const LONGEST_LINE = 600;

/** Longer than a word that would wrap as one. */
const LONGEST_WORD = 40;

/** A span that is still open, closed after its last whole word: half a word would move to the next line as it grows. */
const closed = (line: string, at: number, mark: string): string => {
  const inside = withoutEnding(line.slice(at + mark.length), /[*`]/);
  const words = inside.length > LONGEST_WORD && !/\s/.test(inside) ? inside : withoutEnding(inside, /\S/).trimEnd();
  return line.slice(0, at) + (words === '' ? '' : mark + words + mark);
};

/** Closes what is still being typed in the last line, so that half a link or an open asterisk does not flash up as signs. */
const mendLine = (line: string): string => {
  const blanked = withSpans(line, codeSpans(line), (span) => '_'.repeat(span.length));
  const tick = blanked.indexOf('`');
  if (tick >= 0) return closed(line, tick, /^`+/.exec(blanked.slice(tick))?.[0] ?? '`');
  if (blanked.split('**').length % 2 === 0) return closed(line, blanked.lastIndexOf('**'), '**');
  return line.replace(/!?\[([^\][]*)\]\([^()\s]*$/, '$1');
};

/** Header, rule and one row: before that it cannot be told how wide the columns are. */
const LEAST_TABLE = 3;

/** Tables grow by whole rows and begin with their first, so that nothing in them moves once it is shown. */
const withoutHalfRows = (text: string): string => {
  let start = text.length;
  let rows = 0;
  for (let line = text.lastIndexOf('\n') + 1; text.startsWith('|', line); line = text.lastIndexOf('\n', line - 2) + 1) {
    start = line;
    rows += 1;
    if (line === 0) break;
  }
  if (rows === 0) return text;
  return rows - 1 < LEAST_TABLE ? text.slice(0, start) : text.slice(0, text.lastIndexOf('\n') + 1);
};

/**
 * The text of a block that is still growing, fit to be drawn. A long one is drawn by whole lines only: parsing it
 * anew for every letter is what makes long answers slow.
 */
export const mended = (whole: string, missing: string): string => {
  const begun = inSteps(whole);
  const text = withoutHalfRows(begun);
  const lineStart = text.lastIndexOf('\n') + 1;
  if (missing !== '') return text + missing;
  if (begun !== whole) return text;
  if (text.length > LONG_BLOCK && lineStart > 0 && text.length - lineStart < LONGEST_LINE)
    return text.slice(0, lineStart);
  return text.slice(0, lineStart) + mendLine(text.slice(lineStart));
};
