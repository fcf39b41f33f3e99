import { trimEndMatching } from '../../kernel/trim-end.ts';
import { findMarks, maskMarks } from './citation-marks.ts';
import { replaceLinksWithLabels } from './links.ts';

const INLINE: readonly (readonly [RegExp, string])[] = [
  [/\[\^[^\]\s]{1,40}\]/g, ''],
  [/<\/?[a-z][^<>]{0,200}>/gi, ''],
  [/<((?:https?|mailto):[^<>\s]{1,2048})>/g, '$1'],
  [/`/g, ''],
  [/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~/g, ''],
  [/(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, ''],
  [/\\([\\`*_{}[\]()#+\-.!|>~$])/g, '$1'],
];

const BLOCK_START = /^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

/** Markdown of one paragraph, list item or heading as plain text in one line. */
export const toPlainText = (markdown: string): string => {
  const unmarked = maskMarks(markdown, findMarks(markdown))
    .replace(BLOCK_START, '')
    .replace(/\n[ \t]*>[ \t]?/g, '\n');
  const bare = INLINE.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    replaceLinksWithLabels(unmarked),
  );
  const line = bare.replace(/\s+/g, ' ').replace(/ ([.,;:!?。、，；：！？)\]])/g, '$1');
  return trimEndMatching(line, /#/).trim();
};

/** At most `max` characters, cut after a word, with an ellipsis. */
export const truncateWords = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const blank = cut.lastIndexOf(' ');
  const whole = blank > max * 0.6 ? cut.slice(0, blank) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${trimEndMatching(whole, /[\s,;:.–-]/)}…`;
};
