import type { Unit } from './units.ts';

const CLOCK: Unit = { dimension: 'clock', factor: 3600 };

/** `5`, `9:30`, `17.30`, `17 h 30`. */
const FIGURES = /^(\d{1,2})(?:([:.]| ?h ?)(\d{2}))?(?![\d:])/iu;
const AM =
  /^ ?(?:a\. ?m\b\.?|am\b|(?:o['’]clock )?in the morning|uhr (?:morgens|früh|vormittags)|(?:h|heures?) du matin|de la (?:mañana|madrugada)|(?:del mattino|di mattina)|da manhã|صباح\p{L}*)/iu;
const PM =
  /^ ?(?:p\. ?m\b\.?|pm\b|(?:o['’]clock )?in the (?:afternoon|evening)|uhr (?:nachmittags|abends)|(?:h|heures?) (?:du soir|de l['’]après-midi)|de la (?:tarde|noche)|(?:del pomeriggio|di sera)|da (?:tarde|noite)|مساء)/iu;
const HOUR = /^ ?(?:uhr(?!\p{L})|o['’]clock|時(?!間))/iu;
const HOUR_AFTER_AT = /^ ?(?:h|heures?|horas|uur)(?!\p{L})(?! (?:de|from) )/iu;
const AT = /(?<!\p{L})(?:à|dès|vers|jusqu['’]à|a las?|às|alle(?: ore)?|ore|om) $/iu;
const MORNING_BEFORE = /(?:午前|上午)$/u;
const EVENING_BEFORE = /(?:午後|下午)$/u;
/** `abends um 8 Uhr`. */
const PART_OF_DAY_BEFORE = /(?:abends?|nachmittags?|evening|afternoon|soir|tarde|noche|sera|夜|夕方)[^.!?]{0,12}$/iu;
const DURATION = /^ ?(?:h|hrs?|hours?|min|minutes?|std|stunden|heures|horas|ore|sec|seconds)(?!\p{L})/iu;

export interface ClockTime {
  readonly start: number;
  readonly end: number;
  /** Hours since midnight, perhaps of either half of the day. */
  readonly values: readonly number[];
  readonly unit: Unit;
}

const isHalfDay = (hour: number): boolean => hour >= 1 && hour <= 12;

interface Reading {
  readonly half: 'am' | 'pm' | undefined;
  readonly length: number;
  /** By signs of its own, without minutes. */
  readonly isSaid: boolean;
}

const lengthOf = (pattern: RegExp, rest: string): number | undefined => pattern.exec(rest)?.[0].length;

/** `5 am`; not in German, where it is `Platz 5 am Rhein`. */
const halfAfter = (rest: string, language: string | undefined): Reading | undefined => {
  const [am, pm] = [AM.exec(rest)?.[0], PM.exec(rest)?.[0]];
  if (am !== undefined && (language !== 'de' || am.trim() !== 'am'))
    return { half: 'am', length: am.length, isSaid: true };
  return pm === undefined ? undefined : { half: 'pm', length: pm.length, isSaid: true };
};

const halfBefore = (before: string): Reading['half'] => {
  if (MORNING_BEFORE.test(before)) return 'am';
  return EVENING_BEFORE.test(before) ? 'pm' : undefined;
};

const readingOf = (rest: string, before: string, language: string | undefined): Reading => {
  const after = halfAfter(rest, language);
  if (after) return after;
  const hour = lengthOf(HOUR, rest) ?? (AT.test(before) ? lengthOf(HOUR_AFTER_AT, rest) : undefined);
  const half = halfBefore(before);
  return { half, length: hour ?? 0, isSaid: half !== undefined || hour !== undefined };
};

/** The hours that are meant: half a day is known, or the day has 24 hours, or either half may be meant. */
const hoursOf = (hour: number, isExact: boolean, half: Reading['half']): number[] => {
  if (half) return [(hour % 12) + (half === 'pm' ? 12 : 0)];
  return isExact || !isHalfDay(hour) ? [hour] : [hour % 12, (hour % 12) + 12];
};

interface Figures {
  readonly length: number;
  readonly digits: string;
  readonly hour: number;
  readonly minutes: number;
  /** Minutes behind a colon or `h`, which no other number has. */
  readonly hasMinutes: boolean;
}

/** `9:30`; undefined for what no clock shows. */
const figuresAt = (text: string, start: number): Figures | undefined => {
  const found = FIGURES.exec(text.slice(start, start + 9));
  if (!found || /[\d:.,]$/.test(text.slice(Math.max(0, start - 1), start))) return undefined;
  const [whole, digits = '', separator = '.', minuteDigits = '0'] = found;
  const [hour, minutes] = [Number(digits), Number(minuteDigits)];
  if (hour > 24 || minutes > 59) return undefined;
  return { length: whole.length, digits, hour, minutes, hasMinutes: separator !== '.' };
};

/** Languages whose clock has two halves: `9:30` may be either. */
const isHalved = (language: string | undefined, before: string): boolean =>
  language === undefined || language === 'en' || PART_OF_DAY_BEFORE.test(before);

/** The time of day at a figure; undefined where it is another number. */
export const clockAt = (text: string, start: number, language: string | undefined): ClockTime | undefined => {
  const figures = figuresAt(text, start);
  if (!figures) return undefined;
  const { length, digits, hour, minutes, hasMinutes } = figures;
  const rest = text.slice(start + length, start + length + 32);
  const before = text.slice(Math.max(0, start - 24), start);
  const reading = readingOf(rest, before, language);
  if (!reading.isSaid && (!hasMinutes || DURATION.test(rest))) return undefined;
  // `13 pm` is none; `午前0時` is.
  if (reading.half && !isHalfDay(hour) && !halfBefore(before)) return undefined;
  const hours = hoursOf(hour, digits.startsWith('0') || !isHalved(language, before), reading.half);
  const values = hours.map((each) => each + minutes / 60);
  return { start, end: start + length + reading.length, values, unit: CLOCK };
};

const toHalfDay = (value: number): number[] => (value > 12 ? [value, value - 12] : [value]);

/** `9 to 5` says the same as `9 am to 5 pm`. */
export const withoutHalves = (values: readonly number[]): number[] => values.flatMap(toHalfDay);

/** `2 to 5 pm`: the first hour may be of either half. */
export const ofEitherHalf = (values: readonly number[]): number[] =>
  values.flatMap((value) => (value < 12 ? [value, value + 12] : [value]));
