import { findWords, type TextRange, type WordMatch } from './find-text.ts';
import { toPlainText } from './plain-text.ts';

const MAX_LENGTH = 160;
/** Of a longer text only its beginning is looked at. */
const MAX_SCANNED = 60_000;
const MAX_MATCHES = 300;
/** How far before the first word an excerpt may begin, so that it begins with its sentence. */
const MAX_LEAD = 70;
const SHORT_LEAD = 30;

const SENTENCE_START = /(?:[.!?…]["'”’)]{0,3}\s|[。！？\n])(?=\S)/g;

/** The match from which most different words follow within an excerpt; the first of them. */
const densest = (matches: readonly WordMatch[]): WordMatch | undefined => {
  let best: { readonly match: WordMatch; readonly words: number } | undefined;
  for (const [at, match] of matches.entries()) {
    const words = new Set<number>();
    for (let next = at; (matches[next]?.end ?? Infinity) <= match.start + MAX_LENGTH - MAX_LEAD; next += 1)
      words.add(matches[next]?.word ?? 0);
    if (!best || words.size > best.words) best = { match, words: words.size };
  }
  return best?.match;
};

/** The beginning of the sentence, or else of a word a little before the match. */
const findStart = (text: string, { start }: TextRange): number => {
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start);
  const offset = start - lead.length;
  const sentence = [...lead.matchAll(SENTENCE_START)].at(-1);
  if (sentence) return offset + sentence.index + sentence[0].length;
  if (offset === 0) return 0;
  const shorter = start - Math.min(SHORT_LEAD, lead.length);
  const space = text.slice(shorter, start).search(/\s\S/);
  return space < 0 ? shorter : shorter + space + 1;
};

const findEnd = (text: string, start: number): number => {
  if (text.length <= start + MAX_LENGTH) return text.length;
  const lastSpace = text.slice(start, start + MAX_LENGTH).search(/\s\S*$/);
  return start + (lastSpace > MAX_LENGTH / 2 ? lastSpace : MAX_LENGTH);
};

/** The sentence of a Markdown text in which most words of the query stand, as plain text; null where none does. */
export const excerptFor = (markdown: string, query: string): string | null => {
  const text = toPlainText(markdown.slice(0, MAX_SCANNED));
  const match = densest(findWords(text, query, MAX_MATCHES));
  if (!match) return null;
  const start = findStart(text, match);
  const end = findEnd(text, start);
  const excerpt = text.slice(start, end).replace(/\s+/g, ' ').trim();
  const startsSentence = start === 0 || /[.!?…。！？\n"'”’)]\s?$/.test(text.slice(Math.max(0, start - 2), start));
  return `${startsSentence ? '' : '…'}${excerpt}${text.slice(end).trim() === '' ? '' : '…'}`;
};
