import type { Tier } from '../../../../src/contract/common.ts';
import type { PaidTier, Plan } from '../billing-api.ts';

const ORDER: Readonly<Record<Tier, number>> = { free: 0, basic: 1, premium: 2 };

/** Only a higher plan than `current` can be bought. */
export const isHigherTier = (tier: Tier, current: Tier): tier is PaidTier => ORDER[tier] > ORDER[current];

/** The plans from the smallest to the largest. */
export const sortByTier = (plans: readonly Plan[]): readonly Plan[] =>
  [...plans].sort((a, b) => ORDER[a.tier] - ORDER[b.tier]);
