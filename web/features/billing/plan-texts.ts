import type { Tier } from '../../../src/contract/common.ts';
import type { PaidTier, Plan } from './billing-api.ts';

export const PLAN_NAMES: Readonly<Record<Tier, string>> = { free: 'Free', basic: 'Pro', premium: 'Premium' };

const ORDER: Readonly<Record<Tier, number>> = { free: 0, basic: 1, premium: 2 };

/** One line under the plan's name: for whom it is. */
export const PLAN_LINES: Readonly<Record<Tier, string>> = {
  free: 'To get to know Parley.',
  basic: 'For every day, without counting.',
  premium: 'For everything Parley can do.',
};

/** Messages a day in words; -1 has no end. */
export const dailyText = (limit: number): string =>
  (limit < 0 ? 'Unlimited messages' : `${limit} ${limit === 1 ? 'message' : 'messages'} per day`);

const FEATURES: Readonly<Record<Tier, readonly string[]>> = {
  free: ['Web search'],
  basic: ['All models', 'File uploads'],
  premium: ['Premium models', 'Early access', 'Advanced file processing', 'API access', 'Custom personalities'],
};

/** What a plan holds, the number of messages as it is set at this server. */
export const featuresOf = ({ tier, dailyLimit }: Plan): readonly string[] =>
  (tier === 'premium' ? ['Everything in Pro', ...FEATURES.premium] : [dailyText(dailyLimit), ...FEATURES[tier]]);

/** True when the plan can be bought by somebody who has `current`: only a higher one is ever offered. */
export const isHigher = (tier: Tier, current: Tier): tier is PaidTier => ORDER[tier] > ORDER[current];

/** The plans from the smallest to the largest. */
export const inOrder = (plans: readonly Plan[]): readonly Plan[] => [...plans].sort((a, b) => ORDER[a.tier] - ORDER[b.tier]);

const formatter = (currency: string, whole: boolean): Intl.NumberFormat | null => {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...(whole ? { minimumFractionDigits: 0 } : {}) });
  } catch {
    return null;
  }
};

/** A price as `$4.99`; a whole amount without decimals; a currency that nobody knows stands after the number. */
export const priceText = (price: number, currency: string): string =>
  formatter(currency, Number.isInteger(price))?.format(price) ?? `${price} ${currency}`;
