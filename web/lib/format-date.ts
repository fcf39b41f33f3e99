import { localDay } from './local-day.ts';
import { dateFormatter } from './i18n/formatters.ts';
import { currentLocale } from './i18n/translations.ts';
import { t } from './texts.ts';

const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

const parseDate = (iso: string | null): Date | null => {
  const at = iso === null ? null : new Date(iso);
  return at === null || Number.isNaN(at.getTime()) ? null : at;
};

/** A day in words, such as `December 21, 2026`, by the reader's calendar; null when there is none. */
export const formatDay = (iso: string | null): string | null => {
  const at = parseDate(iso);
  return at && dateFormatter(currentLocale(), { dateStyle: 'long' }).format(at);
};

/** When something comes, in the reader's own zone: `at 18:00`, `tomorrow at 01:00`, `on December 24 at 01:00`; null when never. */
export const formatUpcoming = (iso: string | null, now: Date): string | null => {
  const at = parseDate(iso);
  if (!at) return null;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const time = dateFormatter(currentLocale(), CLOCK).format(at);
  if (localDay(at) === localDay(now)) return t('comesToday', { time });
  if (localDay(at) === localDay(tomorrow)) return t('comesTomorrow', { time });
  return t('comesOn', { day: dateFormatter(currentLocale(), { day: 'numeric', month: 'long' }).format(at), time });
};
