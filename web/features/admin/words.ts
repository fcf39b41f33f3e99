import type { Tier } from '../../../src/contract/common.ts';

/** How the admins' pages call the tiers; basic is Pro to everybody else. */
export const TIER_NAMES: Readonly<Record<Tier, string>> = { free: 'Free', basic: 'Basic (Pro)', premium: 'Premium' };
export const TIERS: readonly Tier[] = ['free', 'basic', 'premium'];

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

/** A moment in words, such as `Nov 21, 2026, 14:30`; empty for none. */
export const momentText = (iso: string | null): string => {
  const at = iso === null ? null : new Date(iso);
  return at === null || Number.isNaN(at.getTime()) ? '' : moment.format(at);
};

const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (value === -1) return 'unlimited';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const MOST_TEXT = 60;
const short = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);

interface Change {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/** One change in words: `free, lifetime, totalMessages: 100 → unlimited`. */
export const changeText = ({ path, from, to }: Change): string =>
  `${path.filter((part) => part !== 'subscriptions' && part !== 'tiers').join(', ')}: ${short(valueText(from))} → ${short(valueText(to))}`;
