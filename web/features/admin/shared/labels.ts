import type { Tier } from '../../../../src/shared/tiers.ts';
import { dateFormat } from './intl.ts';
import { t, useTranslations, type TextKey } from '../texts.ts';

/** How the admins' pages call the tiers; basic is Pro to everybody else. */
const TIER_NAMES: Readonly<Record<Tier, TextKey>> = { free: 'tierFree', basic: 'tierBasic', premium: 'tierPremium' };

export const useTierName = (): ((tier: Tier) => string) => {
  const t = useTranslations();
  return (tier) => t(TIER_NAMES[tier]);
};

const DATE_TIME_FORMAT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
} as const;

/** A moment in words, such as `Nov 21, 2026, 14:30`; empty for none. */
export const formatDateTime = (iso: string | null): string => {
  const date = iso === null ? null : new Date(iso);
  return date === null || Number.isNaN(date.getTime()) ? '' : dateFormat(DATE_TIME_FORMAT).format(date);
};

const DAY_FORMAT = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const UTC_DAY_FORMAT = { ...DAY_FORMAT, timeZone: 'UTC' } as const;

/** The day of a moment, such as `Nov 21, 2026`. */
export const formatShortDay = (iso: string): string => dateFormat(DAY_FORMAT).format(new Date(iso));

/** The same of a day that the server counts by, which no time zone moves. */
export const formatUtcDay = (day: string): string => dateFormat(UTC_DAY_FORMAT).format(new Date(day));

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null) return t('valueNothing');
  if (value === -1) return t('valueUnlimited');
  if (typeof value === 'boolean') return t(value ? 'valueOn' : 'valueOff');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const MAX_VALUE_LENGTH = 60;
const truncate = (text: string): string =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;

interface Change {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/** One change in words: `free, lifetime, totalMessages: 100 → unlimited`. */
export const formatChange = ({ path, from, to }: Change): string =>
  t('change', {
    path: path.filter((part) => part !== 'subscriptions' && part !== 'tiers').join(', '),
    from: truncate(formatValue(from)),
    to: truncate(formatValue(to)),
  });
