import { trimEndMatching } from '../../kernel/trim-end.ts';
import { APPROXIMATION_WORDS, LOWER_BOUNDS, MAGNITUDES, UPPER_BOUNDS } from '../word-lists.ts';
import { clockAt, ofEitherHalf } from './clock.ts';
import { type DateParts, findDates } from './dates.ts';
import { findKanjiNumbers } from './find-kanji-numbers.ts';
import { findWordNumbers } from './find-word-numbers.ts';
import { normalizeCase } from './normalize-case.ts';
import { parseFigure } from './parse-figure.ts';
import { eraAfter, findPeriods, type FoundPeriod } from './periods.ts';
import { isYearValue, MAX_DIGITS, type Quantity } from './quantity.ts';
import { rateAt } from './rates.ts';
import { belowZeroAfter, signBefore } from './signs.ts';
import { currencyBefore, type Unit, unitAt } from './units.ts';
import type { WordNumber } from './word-number.ts';

const FIGURE =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d])(?:\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)/gu;
const AHEAD = 40;

const countDigits = (figure: string): number =>
  trimEndMatching(figure.replace(/\D/g, '').replace(/^0+/, ''), /0/).length || 1;

interface Raw extends Pick<Quantity, 'start' | 'end' | 'values' | 'digits' | 'isOptional'> {
  readonly unit?: Unit;
}

/** Multiplies by `million` and the like; a lone `m` may also be a unit. */
const withMagnitude = (raw: Raw, text: string): Raw => {
  const rest = text.slice(raw.end, raw.end + AHEAD);
  const blank = /^[ -]?/.exec(rest)?.[0].length ?? 0;
  for (const [pattern, factor] of MAGNITUDES) {
    const found = pattern.exec(rest.slice(blank))?.[0];
    if (found === undefined) continue;
    const scaled = raw.values.map((value) => value * factor);
    const end = raw.end + blank + found.length;
    if (!/^[a-z](?!\p{L})/iu.test(found)) return withNextMagnitude({ ...raw, values: scaled, end }, text);
    return withLetter(raw, { ...raw, values: scaled, end }, text);
  }
  return raw;
};

/** `3億5000万`. */
const withNextMagnitude = (raw: Raw, text: string): Raw => {
  const next = /^(\d{1,4})万/u.exec(text.slice(raw.end, raw.end + 5));
  if (!next) return raw;
  const values = raw.values.map((value) => value + Number(next[1]) * 1e4);
  return { ...raw, values, digits: MAX_DIGITS, end: raw.end + next[0].length };
};

const MONEY_AFTER = /^ ?(?:[€$£]|(?:euros?|dollars?|pounds?)(?!\p{L}))/iu;

/** Of money millions; else a metre in `800 m` and `3 m/s`, and either in `3m`. */
const withLetter = (raw: Raw, scaled: Raw, text: string): Raw => {
  const isMoney =
    currencyBefore(text.slice(Math.max(0, raw.start - 6), raw.start)) !== undefined ||
    MONEY_AFTER.test(text.slice(scaled.end, scaled.end + 10));
  if (isMoney) return scaled;
  if (/^(?: m| ?m\/)/iu.test(text.slice(raw.end, scaled.end + 1))) return raw;
  return { ...scaled, values: [...raw.values, ...scaled.values] };
};

const ORDINAL: Unit = { dimension: 'ordinal', factor: 1 };
const ORDINAL_SUFFIX = /^(?:st|nd|rd|th|e|ème|º|ª|番目)(?!\p{L})/u;

type WithUnit = Omit<Raw, 'unit'> & { unit?: Unit | undefined };

const asOrdinal = (raw: Raw, text: string, rest: string): WithUnit | undefined => {
  const suffix = ORDINAL_SUFFIX.exec(rest)?.[0];
  if (suffix !== undefined) return { ...raw, end: raw.end + suffix.length, unit: ORDINAL };
  return text.charAt(raw.start - 1) === '第' ? { ...raw, unit: ORDINAL } : undefined;
};

/** `21 working days`. */
const unitOfSecondWord = (rest: string): Unit | undefined => {
  const word = /^ \p{L}[\p{L}\p{M}]*/u.exec(rest)?.[0];
  const unit = word === undefined ? undefined : unitAt(rest.slice(word.length))?.unit;
  return unit?.dimension === 'time' ? unit : undefined;
};

const withUnit = (raw: Raw, text: string): WithUnit => {
  if (raw.unit) return raw;
  const rest = text.slice(raw.end, raw.end + AHEAD);
  if (raw.values.every(isYearValue) && /^年(?!間)/u.test(rest)) return { ...raw, end: raw.end + 1 };
  const ordinal = asOrdinal(raw, text, rest);
  if (ordinal) return ordinal;
  const after = unitAt(rest);
  if (after) return { ...raw, end: raw.end + after.length, unit: after.unit };
  const before = currencyBefore(text.slice(Math.max(0, raw.start - 6), raw.start));
  if (before) return { ...raw, start: raw.start - before.length, unit: before.unit };
  return { ...raw, unit: unitOfSecondWord(rest) };
};

const boundOf = (before: string, after: string): Quantity['bound'] => {
  if (LOWER_BOUNDS.test(before) || /^ ?(?:以上|を超え)/u.test(after)) return 'lower';
  return UPPER_BOUNDS.test(before) || /^ ?(?:以下|未満|以内)/u.test(after) ? 'upper' : undefined;
};

/** With its sign and unit, and with what stands between them: `-5 °C`, `-$5`, `$-5`, `5 degrees below zero`. */
const withSign = (raw: Raw, text: string): Signed => {
  const inner = signBefore(text, raw.start, undefined) ?? 0;
  const measured = withUnit({ ...raw, start: raw.start - inner }, text);
  const outer = inner > 0 ? 0 : (signBefore(text, measured.start, measured.unit?.dimension) ?? 0);
  const after = belowZeroAfter(text, measured.end) ?? 0;
  if (inner + outer + after === 0) return measured;
  return { ...measured, start: measured.start - outer, end: measured.end + after, isNegative: true };
};

type Signed = WithUnit & Pick<Quantity, 'isNegative'>;

/** A year before Christ is below zero. */
const withEra = (measured: Signed, text: string): Signed => {
  const era = measured.values.some(isYearOfEra) ? eraAfter(text, measured.end) : undefined;
  return era === undefined ? measured : { ...measured, end: measured.end + era, isNegative: true };
};
const isYearOfEra = (value: number): boolean => Number.isInteger(value) && value < 10_000;

const withRate = (measured: Signed, text: string): Signed & Pick<Quantity, 'rate'> => {
  const rate = measured.unit?.dimension === 'ordinal' ? undefined : rateAt(text, measured.start, measured.end);
  return rate ? { ...measured, end: measured.end + rate.length, rate: rate.period } : measured;
};

const toQuantity = (raw: Raw, text: string, language: string | undefined): Quantity => {
  const clock = raw.unit ? undefined : clockAt(text, raw.start, language);
  if (clock) return { ...clock, digits: MAX_DIGITS, isApproximate: false };
  const {
    start,
    end,
    isOptional = false,
    ...measured
  } = withRate(withEra(withSign(withMagnitude(raw, text), text), text), text);
  const before = normalizeCase(text.slice(Math.max(0, start - 26), start));
  const bound = boundOf(before, text.slice(end, end + 6));
  return { ...measured, start, end, isOptional, bound, isApproximate: APPROXIMATION_WORDS.test(before) };
};

const fromDate = ({ start, end, date }: { start: number; end: number; date: DateParts }): Quantity => ({
  start,
  end,
  date,
  values: date.year === undefined ? [] : [date.year],
  digits: 4,
  isApproximate: false,
});

const fromPeriod = ({ start, end, years }: FoundPeriod, text: string): Quantity => {
  const era = eraAfter(text, end);
  const place = { start, end: end + (era ?? 0), years, ...(era !== undefined && { isNegative: true }) };
  return { ...place, values: [], digits: MAX_DIGITS, isApproximate: false };
};

const fromWords = ({ start, end, value, unit, isOptional = false }: WordNumber): Raw => ({
  start,
  end,
  values: [value],
  digits: countDigits(String(Math.round(value))),
  isOptional,
  ...(unit ? { unit } : {}),
});

const RANGE = /^ ?(?:to|and|or|bis|und|oder|a|à|et|y|e|até|tot|en|до|и|do|i|إلى|و|-|–|から|〜|~) ?$/u;

/** `1.5 to 3.5 cups`, `two or three weeks`: the unit is said once. */
const withUnitOf = (quantity: Quantity, next: Quantity): Quantity => {
  if (quantity.unit || quantity.date || !next.unit || next.isOptional) return quantity;
  const isClock = next.unit.dimension === 'clock';
  return { ...quantity, unit: next.unit, ...(isClock && { values: ofEitherHalf(quantity.values) }) };
};

const joinRanges = (text: string, quantities: readonly Quantity[]): Quantity[] => {
  const joined = [...quantities];
  joined.forEach((quantity, at) => {
    const next = joined[at + 1];
    if (!next || !RANGE.test(normalizeCase(text.slice(quantity.end, Math.min(next.start, quantity.end + AHEAD)))))
      return;
    joined[at] = { ...withUnitOf(quantity, next), isRangeEnd: true };
    joined[at + 1] = { ...next, isRangeEnd: true };
  });
  return joined;
};

/** The numbers and dates of a text in order. */
export const findQuantities = (text: string, language: string | undefined): Quantity[] => {
  const found = [...findDates(text).map(fromDate), ...findPeriods(text).map((period) => fromPeriod(period, text))];
  const taken = new Uint8Array(text.length);
  const take = ({ start, end }: Quantity): void => void taken.fill(1, start, end);
  found.forEach(take);
  const figures = [...text.matchAll(FIGURE)].map(({ 0: figure, index }): Raw => ({
    start: index,
    end: index + figure.length,
    values: parseFigure(figure),
    digits: countDigits(figure),
  }));
  const words = [...findWordNumbers(text, language), ...findKanjiNumbers(text)].map(fromWords);
  for (const raw of [...figures, ...words].toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (taken[raw.start] === 1 || taken[raw.end - 1] === 1) continue;
    const quantity = toQuantity(raw, text, language);
    take(quantity);
    found.push(quantity);
  }
  return joinRanges(
    text,
    found.toSorted((a, b) => a.start - b.start),
  );
};
