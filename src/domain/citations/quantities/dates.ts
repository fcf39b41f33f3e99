import { normalizeCase, valuesByWord } from './normalize-case.ts';
import { ORDINALS } from './number-lexicon.ts';

/** What a text says of a day; parts may be missing. */
export interface DateParts {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  /** `03/04/2024`: month and day may be the other way round. */
  readonly isAmbiguous?: boolean;
}

export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly date: DateParts;
}

const MONTHS = valuesByWord([
  ['january januar janvier enero gennaio janeiro januari января январь stycznia styczeń يناير jan', 1],
  ['february februar février febrero febbraio fevereiro februari февраля февраль lutego luty فبراير feb', 2],
  ['march märz mars marzo março maart марта март marca marzec مارس mar mär mrz', 3],
  ['april avril abril aprile апреля апрель kwietnia kwiecień أبريل إبريل apr', 4],
  ['may mai mayo maggio maio mei мая май maja مايو', 5],
  ['june juni juin junio giugno junho июня июнь czerwca czerwiec يونيو jun', 6],
  ['july juli juillet julio luglio julho июля июль lipca lipiec يوليو jul', 7],
  ['august août agosto augustus августа август sierpnia sierpień أغسطس aug', 8],
  ['september septembre septiembre settembre setembro сентября сентябрь września wrzesień سبتمبر sep sept', 9],
  ['october oktober octobre octubre ottobre outubro октября октябрь października październik أكتوبر oct okt', 10],
  ['november novembre noviembre novembro ноября ноябрь listopada listopad نوفمبر nov', 11],
  ['december dezember décembre diciembre dicembre dezembro декабря декабрь grudnia grudzień ديسمبر dec dez', 12],
]);

const WEEKDAYS = valuesByWord([
  ['monday montag lundi lunes lunedì segunda-feira maandag понедельник الاثنين', 1],
  ['tuesday dienstag mardi martes martedì terça-feira dinsdag вторник الثلاثاء', 2],
  ['wednesday mittwoch mercredi miércoles mercoledì quarta-feira woensdag среда среду الأربعاء', 3],
  ['thursday donnerstag jeudi jueves giovedì quinta-feira donderdag четверг الخميس', 4],
  ['friday freitag vendredi viernes venerdì sexta-feira vrijdag пятница пятницу الجمعة', 5],
  ['saturday samstag sonnabend samedi sábado sabato zaterdag суббота субботу السبت', 6],
  ['sunday sonntag dimanche domingo domenica zondag воскресенье الأحد', 7],
]);

/** Words that are no months without a day or year beside them. */
const AMBIGUOUS_MONTHS = new Set(['may', 'march', 'mars', 'mai', 'mei', 'май', 'marca', 'maja', 'luty', 'august']);
const MIN_MONTH_LETTERS = 4;

/** `@m10` for a month, `@d2` for a weekday, in whatever language. */
export const calendarKey = (word: string, isCapitalised: boolean): string | undefined => {
  const plain = normalizeCase(word);
  const weekday = WEEKDAYS.get(plain) ?? WEEKDAYS.get(plain.replace(/s$/, ''));
  if (weekday !== undefined) return `@d${weekday}`;
  const month = MONTHS.get(plain);
  if (month === undefined || plain.length < MIN_MONTH_LETTERS) return undefined;
  return AMBIGUOUS_MONTHS.has(plain) && !isCapitalised ? undefined : `@m${month}`;
};

const isDay = (day: number): boolean => day >= 1 && day <= 31;
const isMonth = (month: number): boolean => month >= 1 && month <= 12;

const DAY_BEFORE =
  /(?:(?<!\d)(\d{1,2})|(?<!\p{L})(\p{L}{4,12}))(?:st|nd|rd|th|er|re|º|ª|°)?\.? (?:(?:of|de|del|di) )?(?:d['’])?$/u;
const DAY_AFTER = /^\.?,? (\d{1,2})(?:st|nd|rd|th)?(?![\d.:%])(?:,? (\d{4})(?!\d))?/u;
const YEAR_AFTER = /^\.?,? (?:(?:de|del|of|do) )?(\d{4})(?!\d)/u;

const dayBefore = (text: string, start: number): { day: number; start: number } | undefined => {
  const found = DAY_BEFORE.exec(text.slice(Math.max(0, start - 24), start));
  if (!found) return undefined;
  const day = found[1] === undefined ? ORDINALS.get(normalizeCase(found[2] ?? '')) : Number(found[1]);
  return day === undefined || !isDay(day) ? undefined : { day, start: start - found[0].length };
};

const toNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** `7 October 2024`, `October 2024`. */
const beforeMonth = (text: string, start: number, end: number, month: number): FoundDate | undefined => {
  const before = dayBefore(text, start);
  const year = YEAR_AFTER.exec(text.slice(end, end + 20));
  if (!before && !year) return undefined;
  const range = { start: before?.start ?? start, end: end + (year?.[0].length ?? 0) };
  return { ...range, date: { year: toNumber(year?.[1]), month, day: before?.day } };
};

/** `October 7, 2024`. */
const afterMonth = (text: string, start: number, end: number, month: number): FoundDate | undefined => {
  const after = DAY_AFTER.exec(text.slice(end, end + 20));
  if (!after || !isDay(Number(after[1]))) return undefined;
  return { start, end: end + after[0].length, date: { year: toNumber(after[2]), month, day: Number(after[1]) } };
};

const NUMERIC =
  /(?<!\d)(?:(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)|(\d{1,2})([./])(\d{1,2})[./](\d{4})(?!\d)|(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})日)?)/gu;

const dayFirst = (a: number, separator: string, b: number): Pick<DateParts, 'month' | 'day' | 'isAmbiguous'> => {
  if (b > 12) return { day: b, month: a };
  return { day: a, month: b, isAmbiguous: separator === '/' && a <= 12 && a !== b };
};

const numericDate = (found: RegExpMatchArray): DateParts | undefined => {
  const [, isoYear, isoMonth, isoDay, first, separator, second, year, cjkYear, cjkMonth, cjkDay] = found;
  const date =
    isoYear !== undefined
      ? { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) }
      : first !== undefined
        ? { year: Number(year), ...dayFirst(Number(first), separator ?? '', Number(second)) }
        : {
            year: cjkYear === undefined ? undefined : Number(cjkYear),
            month: Number(cjkMonth),
            day: cjkDay === undefined ? undefined : Number(cjkDay),
          };
  return isMonth(date.month ?? 0) && (date.day === undefined || isDay(date.day)) ? date : undefined;
};

/** The dates of a text, in words and in figures. */
export const findDates = (text: string): FoundDate[] => {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(NUMERIC)) {
    const date = numericDate(match);
    if (date) found.push({ start: match.index, end: match.index + match[0].length, date });
  }
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{M}]{2,12}/gu)) {
    const month = MONTHS.get(normalizeCase(word));
    if (month === undefined) continue;
    const end = index + word.length;
    const date = beforeMonth(text, index, end, month) ?? afterMonth(text, index, end, month);
    if (date) found.push(date);
  }
  return found;
};

const isSamePart = (claimed: number | undefined, stated: number | undefined): boolean =>
  claimed === undefined || claimed === stated;

/** Every part that is claimed is stated. */
export const datesAgree = (claim: DateParts, source: DateParts): boolean => {
  if (!isSamePart(claim.year, source.year)) return false;
  const isSame = isSamePart(claim.month, source.month) && isSamePart(claim.day, source.day);
  if (isSame) return true;
  const isEither = claim.isAmbiguous === true || source.isAmbiguous === true;
  return isEither && claim.month === source.day && claim.day === source.month;
};
