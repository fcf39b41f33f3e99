/** Control characters and those that change the direction of text or are not shown. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const WHITESPACE = /\s/;

/** What people and models are shown of a server's names: what can be seen, and only so much of it. */
export const cleanText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength * 2)
    .replace(HIDDEN, '')
    .trim()
    .slice(0, maxLength);

/** In one line. */
export const cleanLine = (text: string, maxLength: number): string =>
  [...cleanText(text, maxLength)].map((character) => (WHITESPACE.test(character) ? ' ' : character)).join('');
