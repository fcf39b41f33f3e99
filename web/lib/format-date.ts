import { localDay } from './local-day.ts';
import { dateFormatter, relativeTimeFormatter } from './i18n/formatters.ts';
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

/** A day and its time, such as `Dec 21, 2026, 2:30 PM`. */
export const formatDateAndTime = (iso: string): string => {
  const at = parseDate(iso);
  return at ? dateFormatter(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at) : '';
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The largest unit of which there is more than one and a half. */
const waitUnit = (ms: number): readonly [unit: Intl.RelativeTimeFormatUnit, unitMs: number] => {
  if (ms <= 1.5 * MINUTE_MS) return ['second', SECOND_MS];
  if (ms <= 1.5 * HOUR_MS) return ['minute', MINUTE_MS];
  return ms <= 1.5 * DAY_MS ? ['hour', HOUR_MS] : ['day', DAY_MS];
};

/** How long to wait: `in 45 seconds`, `in 57 minutes`, `in 3 hours`. Seconds and minutes are never too few. */
export const formatWait = (ms: number): string => {
  const [unit, unitMs] = waitUnit(ms);
  const count = ms > 1.5 * HOUR_MS ? Math.round(ms / unitMs) : Math.max(1, Math.ceil(ms / unitMs));
  return relativeTimeFormatter(currentLocale()).format(count, unit);
};

/** `at 18:00`, `tomorrow at 01:00`, `on December 24 at 01:00`. */
const formatMoment = (at: Date, now: Date): string => {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const time = dateFormatter(currentLocale(), CLOCK).format(at);
  if (localDay(at) === localDay(now)) return t('comesToday', { time });
  if (localDay(at) === localDay(tomorrow)) return t('comesTomorrow', { time });
  return t('comesOn', { day: dateFormatter(currentLocale(), { day: 'numeric', month: 'long' }).format(at), time });
};

/** When something comes, in the reader's own zone: `in 3 hours (tomorrow at 01:00)`; null when never. */
export const formatUpcoming = (iso: string | null, now: Date): string | null => {
  const at = parseDate(iso);
  if (!at) return null;
  const wait = at.getTime() - now.getTime();
  return wait > 0 ? `${formatWait(wait)} (${formatMoment(at, now)})` : formatMoment(at, now);
};
