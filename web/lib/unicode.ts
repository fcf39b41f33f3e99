/** More than 30 combining marks on one letter, which no script needs. Includes two half-width signs that become marks. */
const PILED_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `normalize` of a text from outside. It puts the marks of a letter in order by moving each past the others, which takes
 * the square of their number (150 kB of them: ten seconds), so what is piled higher than any writing goes is left out.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(PILED_MARKS, '$1').normalize(form);
