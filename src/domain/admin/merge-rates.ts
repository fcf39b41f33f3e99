import type { RateLimits } from '../billing/ports.ts';
import { TIERS, type Tier } from '../../shared/tiers.ts';

type Partially<T> = { readonly [K in keyof T]?: T[K] | undefined };
type TierRates = RateLimits['subscriptions'][Tier];

interface TierUpdates {
  readonly lifetime?:
    | {
        readonly totalMessages?: number | undefined;
        readonly modelLimits?: Readonly<Record<string, number | null>> | undefined;
      }
    | undefined;
  readonly models?: Partially<TierRates['models']> | undefined;
}

/** Only what shall change. A model's limit of null is taken away. */
export interface RateUpdates {
  readonly subscriptions?: { readonly [T in Tier]?: TierUpdates | undefined } | undefined;
  readonly features?: Partially<RateLimits['features']> | undefined;
}

/** `base` with what `some` gives. */
const applyUpdates = <T extends object>(base: T, updates: Partially<T> | undefined): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(updates ?? {}).filter(([, value]) => value !== undefined)),
});

const mergeModelLimits = (
  limits: TierRates['lifetime']['modelLimits'],
  updates: Readonly<Record<string, number | null>>,
) =>
  Object.fromEntries(
    Object.entries({ ...limits, ...updates }).flatMap(([id, limit]) => (limit === null ? [] : [[id, limit] as const])),
  );

const mergeTier = ({ lifetime, models }: TierRates, updates: TierUpdates): TierRates => ({
  lifetime: {
    totalMessages: updates.lifetime?.totalMessages ?? lifetime.totalMessages,
    modelLimits: mergeModelLimits(lifetime.modelLimits, updates.lifetime?.modelLimits ?? {}),
  },
  models: applyUpdates(models, updates.models),
});

/** The limits after a save that names only what changes. */
export const mergeRates = (rates: RateLimits, { subscriptions = {}, features }: RateUpdates): RateLimits => ({
  subscriptions: TIERS.reduce(
    (merged, tier) => ({ ...merged, [tier]: mergeTier(merged[tier], subscriptions[tier] ?? {}) }),
    rates.subscriptions,
  ),
  features: applyUpdates(rates.features, features),
});
