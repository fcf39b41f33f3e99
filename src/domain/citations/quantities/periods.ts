import { normalizeCase, valuesByWord } from './normalize-case.ts';
import { ORDINALS } from './number-lexicon.ts';

/** Years that a decade or century has, the first and the last. */
export type YearSpan = readonly [first: number, last: number];

export interface FoundPeriod {
  readonly start: number;
  readonly end: number;
  readonly years: YearSpan;
}

const CENTURY = 'century|centuries|jahrhunderts?|siècles?|siglo|secolo|século|eeuw|век|века|веке';
const ORDINAL_CENTURY = new RegExp(
  `(?<![\\p{L}\\d])(\\d{1,2}|[ivx]{1,5}|\\p{L}{4,14}(?:-\\p{L}{5,7})?)` +
    `(?:st|nd|rd|th|\\.|e|ème|er|º|°|-й|-го)?[ -](?:${CENTURY})(?!\\p{L})`,
  'giu',
);
const CENTURY_ORDINAL = /(?<!\p{L})(?:siglo|secolo|século|القرن) (?:ال)?(\d{1,2}|[ivx]{1,5})(?!\p{L})|(\d{1,2})世紀/giu;
const DECADE =
  /(?<![\d.,])(1\d|20)(\d)0(?:s(?!\p{L})|['’]s(?!\p{L})|er(?!\p{L})(?: jahren?)?|年代)|(?:années|década de|anni|anos|decennium) (1\d|20)(\d)0(?!\d)/giu;
const BEFORE_CHRIST =
  /^(?:,? (?:bce?(?!\p{L})|b\. ?c\.(?: ?e\.)?|v\. ?chr\.?|vor christus|vor unserer zeitrechnung|av\. ?j\.?-?c\.?|avant j[ée]sus-christ|a\. ?c\.|antes de cristo|avanti cristo|до н\. ?э\.|ق\.? ?م))/iu;

/** How many characters after a year or century say that it is before Christ. */
export const eraAfter = (text: string, end: number): number | undefined =>
  BEFORE_CHRIST.exec(text.slice(end, end + 30))?.[0].length;

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

const romanValue = (numeral: string): number => {
  const values = [...numeral.toLowerCase()].map((sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
};

/** Ordinals after the tenth; words of languages that write them as one. */
const LATE_ORDINALS = valuesByWord([
  ['eleventh elften elfte onzième', 11],
  ['twelfth zwölften zwölfte douzième', 12],
  ['thirteenth dreizehnten dreizehnte treizième', 13],
  ['fourteenth vierzehnten vierzehnte quatorzième', 14],
  ['fifteenth fünfzehnten fünfzehnte quinzième', 15],
  ['sixteenth sechzehnten sechzehnte seizième', 16],
  ['seventeenth siebzehnten siebzehnte dix-septième', 17],
  ['eighteenth achtzehnten achtzehnte dix-huitième', 18],
  ['nineteenth neunzehnten neunzehnte dix-neuvième', 19],
  ['twentieth zwanzigsten zwanzigste vingtième', 20],
  ['twenty-first einundzwanzigsten', 21],
]);

const centuryOf = (text: string): number | undefined => {
  if (/^\d/.test(text)) return Number(text);
  if (/^[ivx]+$/i.test(text)) return romanValue(text);
  return ORDINALS.get(normalizeCase(text)) ?? LATE_ORDINALS.get(normalizeCase(text));
};

const toCentury = ({ 0: found, 1: one, 2: other, index }: RegExpExecArray): FoundPeriod[] => {
  const century = centuryOf(one ?? other ?? '');
  if (century === undefined || century === 0) return [];
  return [{ start: index, end: index + found.length, years: [(century - 1) * 100 + 1, century * 100] }];
};

/** `the 1920s`, `19th century`, `siglo XIX`. */
export const findPeriods = (text: string): FoundPeriod[] => [
  ...[...text.matchAll(ORDINAL_CENTURY), ...text.matchAll(CENTURY_ORDINAL)].flatMap(toCentury),
  ...[...text.matchAll(DECADE)].map(({ 0: found, 1: century, 2: decade, 3: other, 4: otherDecade, index }) => {
    const first = Number(`${century ?? other ?? ''}${decade ?? otherDecade ?? ''}0`);
    return { start: index, end: index + found.length, years: [first, first + 9] as const };
  }),
];

/** A year is of the century that it is in: 1900 of the 19th as of the 20th, in everyday words. */
export const isWithin = ([first, last]: YearSpan, year: number): boolean =>
  year >= (last - first === 99 ? first - 1 : first) && year <= last;
