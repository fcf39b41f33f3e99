const NUMBERS = '([1-9]\\d?(?:\\s?[,;–-]\\s?[1-9]\\d?)*)';
const PAGE = '(?:, ?(?:pp?|S|pág)\\.? ?\\d{1,5}(?:[–-]\\d{1,5})?)?';

/**
 * A bracket of citation numbers, wherever models put them: `[1]`, `[1, 2]`, `[1; 3-5]`, `[Source 1]`, `[1, p. 3]`,
 * `[^1]`, `［1］`, `【1†page】`. The same for server and page, which number the marks alike. `before`: what belongs to it.
 */
export const citationMark = (before = ''): RegExp =>
  new RegExp(
    `${before}(?:\\[(?:\\^|(?:Sources?|Quellen?|Fuentes?) )?${NUMBERS}${PAGE}\\]|［${NUMBERS}］|` +
      `【${NUMBERS}(?:†[^\\n】]{1,40})?】)(?!\\()`,
    'g',
  );

/** The numbers of a mark, ranges spelled out. */
export const markedNumbers = ([, inside, wide, lens]: RegExpMatchArray): number[] =>
  (inside ?? wide ?? lens ?? '').split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    return last < first ? [first] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
