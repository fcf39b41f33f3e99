import { trimEndMatching } from '../../kernel/trim-end.ts';
import { APPROXIMATION_WORDS, LOWER_BOUNDS, MAGNITUDES, UPPER_BOUNDS } from '../word-lists.ts';
import { type DateParts, datesAgree, findDates } from './dates.ts';
import { findKanjiNumbers } from './find-kanji-numbers.ts';
import { findWordNumbers } from './find-word-numbers.ts';
import { normalizeCase } from './normalize-case.ts';
import { currencyBefore, type Unit, unitAt } from './units.ts';
import type { WordNumber } from './word-number.ts';

/** A number or date: its possible values (`1.234` has two), its precision, and what it counts. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
  readonly digits: number;
  readonly isApproximate: boolean;
  /** `at least 5`, `up to 5`. */
  readonly bound?: 'lower' | 'upper' | undefined;
  readonly unit?: Unit | undefined;
  readonly date?: DateParts;
  /** The article in `a week`: one, but nobody needs to state it. */
  readonly isOptional?: boolean;
}

const FIGURE =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d])(?:\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)/gu;
const AHEAD = 40;

const parseFigure = (text: string): number[] => {
  const plain = text.replace(/[ '’]/g, '');
  const english = Number(plain.replaceAll(',', ''));
  const continental = Number(plain.replaceAll('.', '').replace(',', '.'));
  return [...new Set([english, continental].filter((value) => !Number.isNaN(value)))];
};

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
    const isLetter = /^[a-z](?!\p{L})/iu.test(found);
    return { ...raw, values: isLetter ? [...raw.values, ...scaled] : scaled, end: raw.end + blank + found.length };
  }
  return raw;
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
  if (/^ ?p\.?m\b/iu.test(rest)) return { ...raw, values: raw.values.flatMap((hour) => [hour, hour + 12]) };
  const after = unitAt(rest);
  if (after) return { ...raw, end: raw.end + after.length, unit: after.unit };
  const before = currencyBefore(text.slice(Math.max(0, raw.start - 6), raw.start));
  if (before) return { ...raw, start: raw.start - before.length, unit: before.unit };
  return { ...raw, unit: unitOfSecondWord(rest) };
};

const isYearValue = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

const boundOf = (before: string, after: string): Quantity['bound'] => {
  if (LOWER_BOUNDS.test(before) || /^ ?(?:以上|を超え)/u.test(after)) return 'lower';
  return UPPER_BOUNDS.test(before) || /^ ?(?:以下|未満|以内)/u.test(after) ? 'upper' : undefined;
};

const toQuantity = (raw: Raw, text: string): Quantity => {
  const scaled = withMagnitude(raw, text);
  const { start, end, values, digits, unit, isOptional = false } = withUnit(scaled, text);
  const before = normalizeCase(text.slice(Math.max(0, start - 26), start));
  const bound = boundOf(before, text.slice(end, end + 6));
  return { start, end, values, digits, unit, isOptional, bound, isApproximate: APPROXIMATION_WORDS.test(before) };
};

const fromDate = ({ start, end, date }: { start: number; end: number; date: DateParts }): Quantity => ({
  start,
  end,
  date,
  values: date.year === undefined ? [] : [date.year],
  digits: 4,
  isApproximate: false,
});

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
const shareUnits = (text: string, quantities: readonly Quantity[]): Quantity[] =>
  quantities.map((quantity, at) => {
    const next = quantities[at + 1];
    if (quantity.unit || quantity.date || !next?.unit || next.isOptional) return quantity;
    return RANGE.test(normalizeCase(text.slice(quantity.end, next.start)))
      ? { ...quantity, unit: next.unit }
      : quantity;
  });

/** The numbers and dates of a text in order. */
export const findQuantities = (text: string, language: string | undefined): Quantity[] => {
  const found = findDates(text).map(fromDate);
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
    const quantity = toQuantity(raw, text);
    take(quantity);
    found.push(quantity);
  }
  return shareUnits(
    text,
    found.toSorted((a, b) => a.start - b.start),
  );
};

/** More digits than a number has. */
const MAX_DIGITS = 15;

/** Years compare exactly. */
const isWithinPrecision = (claim: Quantity, claimed: number, stated: number): boolean => {
  if (claimed === 0 || stated === 0 || isYearValue(claimed)) return false;
  if (claim.isApproximate && Math.abs(claimed - stated) <= 0.04 * Math.max(claimed, stated)) return true;
  if (!claim.isApproximate && claim.digits < 2) return false;
  return stated > 10 && Number(stated.toPrecision(Math.min(claim.digits, MAX_DIGITS))) === claimed;
};

const UNIT_TOLERANCE = 0.004;

const valuesAgree = (claim: Quantity, source: Quantity): boolean => {
  const scale = claim.unit && source.unit ? source.unit.factor / claim.unit.factor : 1;
  return claim.values.some((claimed) =>
    source.values.some((value) => {
      const stated = value * scale;
      const isEqual = Math.abs(claimed - stated) <= (scale === 1 ? 1e-9 : UNIT_TOLERANCE) * Math.abs(claimed);
      return isEqual || isWithinPrecision(claim, claimed, stated);
    }),
  );
};

/** Whether what is counted can be the same: unknown units fit any, except that percent is only percent. */
const unitsFit = (a: Unit | undefined, b: Unit | undefined): boolean => {
  if (a && b) return a.dimension === b.dimension;
  return !STRICT.has(a?.dimension ?? b?.dimension ?? '');
};

const STRICT = new Set(['percent', 'points', 'ordinal', 'times']);

/** Equal, or equal within the precision of the claim, of the same kind. */
export const quantitiesAgree = (claim: Quantity, source: Quantity): boolean => {
  if (claim.date) return source.date !== undefined && datesAgree(claim.date, source.date);
  if (source.date) return claim.unit === undefined && valuesAgree(claim, source);
  const isOtherBound = claim.bound && source.bound && claim.bound !== source.bound;
  return !isOtherBound && unitsFit(claim.unit, source.unit) && valuesAgree(claim, source);
};
