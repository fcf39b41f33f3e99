import { trimEndMatching } from '../../lib/trim-end.ts';

/** A growing block in two parts: Markdown that is parsed, and words after it that mean nothing but themselves. */
export interface HeadAndTail {
  readonly head: string;
  readonly tail: string;
}

/**
 * Words and the signs between them. What could be a link, an emphasis, a cell, an escape or a
 * new line is not among them.
 */
const PLAIN_TEXT = /^ [\p{L}\p{M}\p{N} ,;:.!?'"’“”()…–-]*$/u;
/** Becomes a link all by itself. */
const LINK = /www/i;
/** Where these are, words may belong to a table, to markup, to a formula or to a footnote. */
const AMBIGUOUS = /[|<$\\]|\[\^/;
/** A line that is certainly text, a list item or a heading. */
const UNAMBIGUOUS_LINE = /^ {0,3}(?![ \t>[]).*\p{L}{2}/u;

const isPlainText = (words: string): boolean => PLAIN_TEXT.test(words) && !LINK.test(words);

const isUnambiguous = (text: string): boolean =>
  !AMBIGUOUS.test(text) && UNAMBIGUOUS_LINE.test(text.slice(text.lastIndexOf('\n') + 1));

/**
 * Splits a growing block, so that plain words are appended to the parsed text instead of parsing the
 * paragraph again for every token.
 */
export class PlainTextTailSplitter {
  private head: string | null = null;

  update(text: string): HeadAndTail {
    if (this.head !== null && text.startsWith(this.head) && isPlainText(text.slice(this.head.length))) {
      return { head: this.head, tail: text.slice(this.head.length) };
    }
    // Cut before the last word, because the next letters may turn it into a link.
    const beforeLastWord = trimEndMatching(text, /\S/);
    const cutAt = beforeLastWord.endsWith(' ') ? trimEndMatching(beforeLastWord, / /).length : -1;
    const tail = cutAt > 0 ? text.slice(cutAt) : '';
    this.head = tail !== '' && isPlainText(tail) && isUnambiguous(text.slice(0, cutAt)) ? text.slice(0, cutAt) : null;
    return this.head === null ? { head: text, tail: '' } : { head: this.head, tail };
  }
}
