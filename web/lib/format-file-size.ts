import { numberFormatter } from './i18n/formatters.ts';
import { currentLanguage, currentLocale } from './i18n/translations.ts';
import { t } from './texts.ts';

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;
const STEP = 1024;

/** English sizes are written in one way, whatever the reader's region. */
const formatNumber = (value: number): string =>
  numberFormatter(currentLanguage() === 'en' ? 'en-US' : currentLocale(), {
    maximumFractionDigits: 1,
    useGrouping: false,
  }).format(value);

/** A size with at most one decimal: `512 Bytes`, `1.5 KB`, `20 MB`. */
export const formatFileSize = (bytes: number): string => {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  return t(UNITS[power] ?? 'gigabytes', { size: formatNumber(bytes / STEP ** power) });
};
