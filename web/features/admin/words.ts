import type { Tier } from '../../../src/contract/common.ts';
import { dates } from './formats.ts';
import { say, useTexts, type TextKey } from './texts.ts';

/** How the admins' pages call the tiers; basic is Pro to everybody else. */
const TIER_NAMES: Readonly<Record<Tier, TextKey>> = { free: 'tierFree', basic: 'tierBasic', premium: 'tierPremium' };
export const TIERS: readonly Tier[] = ['free', 'basic', 'premium'];

/** Names tiers; whoever asks is drawn again when the language changes. */
export const useTierName = (): ((tier: Tier) => string) => {
  const t = useTexts();
  return (tier) => t(TIER_NAMES[tier]);
};

const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
} as const;

/** A moment in words, such as `Nov 21, 2026, 14:30`; empty for none. */
export const momentText = (iso: string | null): string => {
  const at = iso === null ? null : new Date(iso);
  return at === null || Number.isNaN(at.getTime()) ? '' : dates(MOMENT).format(at);
};

const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return say('valueNothing');
  if (value === -1) return say('valueUnlimited');
  if (typeof value === 'boolean') return say(value ? 'valueOn' : 'valueOff');
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
  say('change', {
    path: path.filter((part) => part !== 'subscriptions' && part !== 'tiers').join(', '),
    from: short(valueText(from)),
    to: short(valueText(to)),
  });
