import { trimEndMatching } from '../../lib/trim-end.ts';
import { findInlineCode, replaceSpans } from './literal-spans.ts';
import { truncateToStep } from './complexity-limits.ts';

const LONG_BLOCK_LENGTH = 3_000;
const MAX_LINE_LENGTH = 600;

/** Longer than a word that would wrap as one. */
const MAX_WORD_LENGTH = 40;

/** A span that is still open, closed after its last whole word: half a word would move to the next line as it grows. */
const closeSpan = (line: string, at: number, marker: string): string => {
  const inside = trimEndMatching(line.slice(at + marker.length), /[*`]/);
  const content =
    inside.length > MAX_WORD_LENGTH && !/\s/.test(inside) ? inside : trimEndMatching(inside, /\S/).trimEnd();
  return line.slice(0, at) + (content === '' ? '' : marker + content + marker);
};

/**
 * Closes what is still being typed in the last line, so that half a link or an open asterisk
 * does not flash up as signs.
 */
const repairLine = (line: string): string => {
  const blanked = replaceSpans(line, findInlineCode(line), (span) => '_'.repeat(span.length));
  const tick = blanked.indexOf('`');
  if (tick >= 0) return closeSpan(line, tick, /^`+/.exec(blanked.slice(tick))?.[0] ?? '`');
  if (blanked.split('**').length % 2 === 0) return closeSpan(line, blanked.lastIndexOf('**'), '**');
  return line.replace(/!?\[([^\][]*)\]\([^()\s]*$/, '$1');
};

/** Header, rule and one row: before that the column widths are unknown. */
const MIN_TABLE_LINES = 3;

/** Tables grow by whole rows and begin with their first, so that nothing in them moves once it is shown. */
const trimPartialRows = (text: string): string => {
  let start = text.length;
  let rows = 0;
  for (let line = text.lastIndexOf('\n') + 1; text.startsWith('|', line); line = text.lastIndexOf('\n', line - 2) + 1) {
    start = line;
    rows += 1;
    if (line === 0) break;
  }
  if (rows === 0) return text;
  return rows - 1 < MIN_TABLE_LINES ? text.slice(0, start) : text.slice(0, text.lastIndexOf('\n') + 1);
};

/**
 * Prepares the text of a growing block for rendering. A long one is rendered by whole lines only, because parsing it
 * again for every token is slow.
 */
export const repairMarkdown = (fullText: string, closingMarkup: string): string => {
  const stepped = truncateToStep(fullText);
  const text = trimPartialRows(stepped);
  const lineStart = text.lastIndexOf('\n') + 1;
  if (closingMarkup !== '') return text + closingMarkup;
  if (stepped !== fullText) return text;
  if (text.length > LONG_BLOCK_LENGTH && lineStart > 0 && text.length - lineStart < MAX_LINE_LENGTH)
    return text.slice(0, lineStart);
  return text.slice(0, lineStart) + repairLine(text.slice(lineStart));
};
