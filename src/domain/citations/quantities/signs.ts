/** Below zero by a sign that is nothing else, with what stands before it; not after a number, as in `10 − 5`. */
const SIGN = /(?:^|[^\p{L}\p{N}%)\]°])\s?(?:[-‐]|−\s?)$/u;
const AFTER_NUMBER = /[\d%]\s*(?:[-‐−–]|minus)\s?$/iu;
const WORD = /(?:(?<!\p{L})(?:minus|negative|negativ(?:en)?|минус|سالب|ناقص) |マイナス|氷点下|零下|[负負])$/iu;
/** These mean something else before most numbers: a dash, `less`. */
const WEAK_SIGN = /(?:^|[\s(|])–$/u;
const WEAK_WORD = /(?<!\p{L})(?<!(?:au|du|pas|al|lo|no|ao|pelo|non) )(?:moins|menos|meno) $/iu;
const SIGNED_DIMENSIONS: ReadonlySet<string> = new Set(['temperature', 'fahrenheit', 'percent', 'points']);

const BELOW_ZERO =
  /^,? ?(?:below (?:zero|freezing)|unter (?:null|dem gefrierpunkt)|(?:au-dessous de|en dessous de|sous) z[ée]ro|bajo cero|sotto (?:lo )?zero|abaixo de zero|onder nul|ниже нуля|تحت الصفر)(?!\p{L})/iu;

const LONGEST = 12;

/** How many characters before a number say that it is below zero; undefined where none do. */
export const signBefore = (text: string, start: number, dimension: string | undefined): number | undefined => {
  const before = text.slice(Math.max(0, start - LONGEST), start);
  if (AFTER_NUMBER.test(before)) return undefined;
  const isWeak = SIGNED_DIMENSIONS.has(dimension ?? '') && (WEAK_SIGN.test(before) || WEAK_WORD.test(before));
  if (!isWeak && !SIGN.test(before) && !WORD.test(before)) return undefined;
  return /(?:[-‐−–]\s?|(?<!\p{L})\p{L}{1,10} ?|\p{L}{1,4})$/u.exec(before)?.[0].length;
};

/** How many characters after a number say so: `below zero`. */
export const belowZeroAfter = (text: string, end: number): number | undefined =>
  BELOW_ZERO.exec(text.slice(end, end + 40))?.[0].length;
