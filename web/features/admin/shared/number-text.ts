import type { NumberRange } from '../../../../src/shared/settings/fields.ts';
import { normalizeUnicode } from '../../../../src/shared/unicode.ts';
import { currentLocale } from '../../../lib/i18n/translations.ts';
import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import { t } from '../texts.ts';

const ARABIC_ZERO = 0x0660;

const decimalSign = (): string =>
  numberFormatter(currentLocale(), {})
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

const toDigits = (text: string): string =>
  normalizeUnicode(text, 'NFKC')
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));

/** "2.000" is two thousand where the decimal sign is a comma, and two elsewhere: nobody should have to guess. */
const isGrouped = (text: string): boolean => {
  const [, sign] = /^-?[1-9]\d{0,2}(?:([.,٫])\d{3})+$/.exec(toDigits(text)) ?? [];
  return sign !== undefined && sign !== decimalSign();
};

/**
 * The number that a person wrote, in the digits and with the decimal sign of their language; NaN for any other text.
 */
const parseNumber = (text: string): number => {
  const digits = toDigits(text).replace(decimalSign(), '.');
  return /^-?\d+(\.\d*)?$/.test(digits) ? Number(digits) : Number.NaN;
};

/** A number as it is typed in the person's language. */
export const formatInput = (value: number): string => String(value).replace('.', decimalSign());

/** What is wrong with a text as a number of this range, in words; null for nothing. */
export const findNumberProblem = (text: string, { min, max, step }: NumberRange): string | null => {
  const value = parseNumber(text);
  if (Number.isNaN(value) || (step !== 1 && isGrouped(text))) return t('numberMissing');
  if (value < min) return t('numberMin', { min });
  if (value > max) return t('numberMax', { max });
  // "1.000" is a thousand to some.
  if (step === 1) return /^[^.,٫]*$/.test(text) ? null : t('numberWhole');
  return step === undefined || Number.isInteger(value / step) ? null : t('numberStep', { step });
};

/** The number of a text; NaN where the range does not take it, so that a form with it cannot be saved. */
export const readNumber = (text: string, range: NumberRange): number =>
  findNumberProblem(text, range) === null ? parseNumber(text) : Number.NaN;
