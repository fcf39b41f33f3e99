import { dateFormatter, listFormatter, numberFormatter } from '../../../lib/i18n/formatters.ts';
import { currentLanguage, currentLocale } from '../../../lib/i18n/translations.ts';

/** English is written in one way for everybody; the other languages as in the browser's region. */
const locale = (): string => (currentLanguage() === 'en' ? 'en' : currentLocale());

/** Writes dates in the language of the moment. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormatter(locale(), options);

/** Writes numbers in the language of the moment. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  numberFormatter(locale(), options);

/** Writes lists in the language of the moment. */
export const listFormat = (): Intl.ListFormat => listFormatter(locale());
