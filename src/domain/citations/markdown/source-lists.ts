import type { Span } from './sentences.ts';

const LABELS = [
  'sources?|references?|bibliography|web sources|quellen?|quellenangaben?|quellenverzeichnis|literatur',
  'einzelnachweise|références?|bibliographie|fuentes?|referencias?|fontes?|fonti|riferimenti|bronnen|bron',
  'źródł[oa]|kaynak(?:lar)?|источники?|المصادر|المصدر|مصادر|出典|参考文献|参考|来源|资料来源|출처',
].join('|');
const EMPHASIS = '[\\s>*_#]{0,12}';
/** `## Sources`, `**Quellen:**`: what follows is a list of sources. */
const LIST_TITLE = new RegExp(`^${EMPHASIS}(?:${LABELS})[*_]{0,3}[ ]?[:：]?${EMPHASIS}$`, 'iu');
/** `Sources: [1], [2]`. */
const LISTED_IN_LINE =
  /^[\s>*_]{0,12}(?:sources|references|quellen|références|fuentes|fontes|fonti|bronnen|источники)[*_]{0,3} ?[:：]/iu;
const ENTRY = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s|\*{0,2}\[\d{1,2}\]|【\d|https?:\/\/|\[[^\]]{1,300}\]\()/u;
/** `[^1]: A title`: an answer that cites by footnotes lists its sources so. */
const FOOTNOTE = /^ {0,3}\[\^\d{1,2}\]:/;
/** `[1]: https://…`, `- [1] A title, https://…`. */
const NUMBERED_ENTRY = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\*{0,2}(?:\[\d{1,2}\]|【\d{1,2}】)\*{0,2}(?!\()/u;
const ADDRESS = /https?:\/\/|\]\(/;

const isReference = (line: string): boolean => FOOTNOTE.test(line) || (NUMBERED_ENTRY.test(line) && ADDRESS.test(line));

/** Whole lines that list sources: they say where something stands, and state nothing. In order. */
export const findSourceLists = (text: string): Span[] => {
  const lists: Span[] = [];
  let isListed = false;
  for (let start = 0; start < text.length;) {
    const stop = text.indexOf('\n', start);
    const end = stop < 0 ? text.length : stop + 1;
    const line = text.slice(start, Math.min(end, start + 1000)).trimEnd();
    const isTitle = LIST_TITLE.test(line);
    isListed = isTitle || (isListed && (line === '' || ENTRY.test(line)));
    if (isListed || LISTED_IN_LINE.test(line) || isReference(line)) lists.push({ start, end });
    start = end;
  }
  return lists;
};

/** Replaces lists of sources with blanks; length and lines stay the same. */
export const maskSourceLists = (text: string, lists: readonly Span[] = findSourceLists(text)): string => {
  let masked = '';
  let from = 0;
  for (const { start, end } of lists) {
    masked += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return masked + text.slice(from);
};

const POINTER = new RegExp(`^(?:(?:${LABELS}) ?[:：]|[—–] ?\\p{L})`, 'iu');

/** `Source: the museum`, `— The museum`: names the source of what stands before it. */
export const isSourcePointer = (plain: string): boolean => plain.length <= 160 && POINTER.test(plain);
