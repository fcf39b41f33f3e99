import type { RateLimits } from '../billing/ports.ts';
import { TIERS, type Tier } from '../kernel/tier.ts';

type Some<T> = { readonly [K in keyof T]?: T[K] | undefined };
type TierRates = RateLimits['subscriptions'][Tier];

interface TierUpdates {
  readonly lifetime?:
    | {
        readonly totalMessages?: number | undefined;
        readonly modelLimits?: Readonly<Record<string, number | null>> | undefined;
      }
    | undefined;
  readonly models?: Some<TierRates['models']> | undefined;
}

/** Only what shall change. A model's limit of null is taken away. */
export interface RateUpdates {
  readonly subscriptions?: { readonly [T in Tier]?: TierUpdates | undefined } | undefined;
  readonly features?: Some<RateLimits['features']> | undefined;
}

/** `base` with what `some` gives. */
const over = <T extends object>(base: T, some: Some<T> | undefined): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(some ?? {}).filter(([, value]) => value !== undefined)),
});

const mergedLimits = (limits: TierRates['lifetime']['modelLimits'], updates: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(
    Object.entries({ ...limits, ...updates }).flatMap(([id, limit]) => (limit === null ? [] : [[id, limit] as const])),
  );

const mergedTier = ({ lifetime, models }: TierRates, updates: TierUpdates): TierRates => ({
  lifetime: {
    totalMessages: updates.lifetime?.totalMessages ?? lifetime.totalMessages,
    modelLimits: mergedLimits(lifetime.modelLimits, updates.lifetime?.modelLimits ?? {}),
  },
  models: over(models, updates.models),
});

/** The limits after a save that names only what changes. */
export const mergedRates = (rates: RateLimits, { subscriptions = {}, features }: RateUpdates): RateLimits => ({
  subscriptions: TIERS.reduce(
    (merged, tier) => ({ ...merged, [tier]: mergedTier(merged[tier], subscriptions[tier] ?? {}) }),
    rates.subscriptions,
  ),
  features: over(rates.features, features),
});
