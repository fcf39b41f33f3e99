/** Marks that stand on one letter, and more of them: no script needs thirty. Two signs of half width become marks too. */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `normalize` of a text from outside. It puts the marks of a letter in order by moving each past the others, which takes
 * the square of their number (150 kB of them: ten seconds), so what is piled higher than any writing goes is left out.
 */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(EXCESS_MARKS, '$1').normalize(form);
