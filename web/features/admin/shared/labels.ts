import type { Tier } from '../../../../src/shared/tiers.ts';
import { dateFormat } from './intl.ts';
import { t, useTranslations, type TextKey } from '../texts.ts';

/** How the admins' pages call the tiers; basic is Pro to everybody else. */
const TIER_NAMES: Readonly<Record<Tier, TextKey>> = { free: 'tierFree', basic: 'tierBasic', premium: 'tierPremium' };

/** In the language of the moment; for what is not drawn. */
export const tierNameOf = (tier: Tier): string => t(TIER_NAMES[tier]);

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
