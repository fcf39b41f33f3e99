import { trimEndMatching } from '../../lib/trim-end.ts';

/** A growing block in two parts: Markdown that is parsed, and words after it that mean nothing but themselves. */
export interface HeadAndTail {
  readonly head: string;
  readonly tail: string;
}

/** Words and the signs between them. What could be a link, an emphasis, a cell, an escape or a new line is not among them. */
const PLAIN_TEXT = /^ [\p{L}\p{M}\p{N} ,;:.!?'"’“”()…–-]*$/u;
/** Becomes a link all by itself. */
const LINK = /www/i;
/** Where these are, words may belong to a table, to markup, to a formula or to a footnote. */
const AMBIGUOUS = /[|<$\\]|\[\^/;
/** A line that already tells that it is text, an item or a heading: not code, a quote, a link target, a rule or half a sign. */
const UNAMBIGUOUS_LINE = /^ {0,3}(?![ \t>[]).*\p{L}{2}/u;

const isPlainText = (words: string): boolean => PLAIN_TEXT.test(words) && !LINK.test(words);

const isUnambiguous = (text: string): boolean =>
  !AMBIGUOUS.test(text) && UNAMBIGUOUS_LINE.test(text.slice(text.lastIndexOf('\n') + 1));

/**
 * Tells how much of a growing block must be parsed again. Most of what a model writes is words after words: those are
 * put behind what was parsed before, for parsing a paragraph anew for every letter is most of what a reply costs.
 */
export class PlainTextTailSplitter {
  private head: string | null = null;

  update(text: string): HeadAndTail {
    if (this.head !== null && text.startsWith(this.head) && isPlainText(text.slice(this.head.length))) {
      return { head: this.head, tail: text.slice(this.head.length) };
    }
    // Cut before the last word: were it cut within, the next letters could not be told from the end of a link.
    const beforeLastWord = trimEndMatching(text, /\S/);
    const cutAt = beforeLastWord.endsWith(' ') ? trimEndMatching(beforeLastWord, / /).length : -1;
    const tail = cutAt > 0 ? text.slice(cutAt) : '';
    this.head = tail !== '' && isPlainText(tail) && isUnambiguous(text.slice(0, cutAt)) ? text.slice(0, cutAt) : null;
    return this.head === null ? { head: text, tail: '' } : { head: this.head, tail };
  }
}
