/**
 * More than 30 combining marks on one letter; no script needs that many. Half-width sound marks become combining marks
 * too.
 */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** As databases keep a text: without NUL, where SQLite cuts it, and without halves of emoji, which are no UTF-8. */
export const toStorable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();

/** At most `max` characters, and no half of the last one. */
export const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/**
 * `normalize` for untrusted text. Sorting combining marks takes quadratic time (150 kB of them: ten seconds), so excess
 * marks are removed first.
 */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(EXCESS_MARKS, '$1').normalize(form);

/** How a text may be stored: with composed letters, or with their marks apart. */
export const unicodeForms = (text: string): ReadonlySet<string> =>
  new Set([normalizeUnicode(text, 'NFC'), normalizeUnicode(text, 'NFD')]);
