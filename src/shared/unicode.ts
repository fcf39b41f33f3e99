/**
 * More than 30 combining marks on one letter; no script needs that many. Half-width sound marks become combining marks
 * too.
 */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `normalize` for untrusted text. Sorting combining marks takes quadratic time (150 kB of them: ten seconds), so excess
 * marks are removed first.
 */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(EXCESS_MARKS, '$1').normalize(form);
