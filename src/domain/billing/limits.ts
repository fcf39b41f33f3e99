import { mapTiers, type Tier } from '../../shared/tiers.ts';
import type { DefaultModels } from '../../shared/settings/define-settings.ts';
import type { ModelConfig, TierModel } from '../../shared/settings/model-config.ts';
import {
  DEFAULT_DAILY_LIMITS,
  DEFAULT_FEATURES,
  type DailyLimits,
  type RateLimits,
  type TierLimits,
} from '../../shared/settings/rate-limits.ts';

/** No limit. A limit of 0 means no access. */
export const UNLIMITED = -1;

export interface Limits {
  readonly rateLimits: RateLimits;
  readonly modelConfig: ModelConfig;
}

/** The costly models of `moonshotDaily`; they share one daily counter. */
export const isMoonshot = (model: string): boolean => model.startsWith('moonshotai/');

/** Messages per day; see docs/adr/0008. */
const getUnlistedModelLimit = ({ moonshotModels, otherModels }: DailyLimits, model: string): number =>
  isMoonshot(model) ? moonshotModels : otherModels;

/** Messages per day. */
export const getModelDailyLimit = ({ modelConfig, rateLimits }: Limits, tier: Tier, model: string): number => {
  const listed = modelConfig.tiers[tier].models.find(({ id }) => id === model);
  if (!listed) return getUnlistedModelLimit(rateLimits.subscriptions[tier].daily, model);
  return listed.unlimited ? UNLIMITED : listed.messageLimit;
};

const tierLimits = (tier: Tier, primary: string, fallback: string): TierLimits => ({
  daily: DEFAULT_DAILY_LIMITS[tier],
  lifetime: {
    totalMessages: UNLIMITED,
    modelLimits: Object.fromEntries(
      [primary, fallback].map((id) => [id, getUnlistedModelLimit(DEFAULT_DAILY_LIMITS[tier], id)]),
    ),
  },
  models: { primary, fallback },
});

const tierModels = ({ daily, models: { primary, fallback } }: TierLimits): { models: TierModel[] } => ({
  models: [...new Set([primary, fallback])].map((id) => {
    const messageLimit = getUnlistedModelLimit(daily, id);
    return { id, displayName: id, isPrimary: id === primary, messageLimit, unlimited: messageLimit === UNLIMITED };
  }),
});

export const defaultLimits = ({ primary, fallback, freeFallback }: DefaultModels): Limits => {
  const subscriptions = mapTiers((tier) => tierLimits(tier, primary, tier === 'free' ? freeFallback : fallback));
  return {
    rateLimits: { subscriptions, features: DEFAULT_FEATURES },
    modelConfig: { tiers: mapTiers((tier) => tierModels(subscriptions[tier])) },
  };
};
