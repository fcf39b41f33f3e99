import { mapTiers, type Tier } from '../../shared/tiers.ts';
import type { DefaultModels } from '../../shared/settings/define-settings.ts';
import type { ModelConfig, TierModel } from '../../shared/settings/model-config.ts';
import { DEFAULT_FEATURES, type RateLimits, type TierLimits } from '../../shared/settings/rate-limits.ts';

/** No limit. A limit of 0 means no access. */
export const UNLIMITED = -1;

export interface Limits {
  readonly rateLimits: RateLimits;
  readonly modelConfig: ModelConfig;
}

export const DAILY_MESSAGES: Readonly<Record<Tier, number>> = { free: 30, basic: UNLIMITED, premium: UNLIMITED };

const COSTLY_MODEL_DAILY_LIMIT = 10;
const DEFAULT_MODEL_DAILY_LIMIT = 40;

/** The costly models of `moonshotDaily`; they share one daily counter. */
export const isMoonshot = (model: string): boolean => model.startsWith('moonshotai/');

/** Messages per day; see docs/adr/0008. */
const getUnlistedModelLimit = (tier: Tier, model: string): number => {
  if (tier !== 'free') return UNLIMITED;
  return isMoonshot(model) ? COSTLY_MODEL_DAILY_LIMIT : DEFAULT_MODEL_DAILY_LIMIT;
};

/** Messages per day. */
export const getModelDailyLimit = ({ modelConfig }: Limits, tier: Tier, model: string): number => {
  const listed = modelConfig.tiers[tier].models.find(({ id }) => id === model);
  if (!listed) return getUnlistedModelLimit(tier, model);
  return listed.unlimited ? UNLIMITED : listed.messageLimit;
};

const tierLimits = (tier: Tier, primary: string, fallback: string): TierLimits => ({
  lifetime: {
    totalMessages: UNLIMITED,
    modelLimits: Object.fromEntries([primary, fallback].map((id) => [id, getUnlistedModelLimit(tier, id)])),
  },
  models: { primary, fallback },
});

const tierModels = (tier: Tier, { models: { primary, fallback } }: TierLimits): { models: TierModel[] } => ({
  models: [...new Set([primary, fallback])].map((id) => {
    const messageLimit = getUnlistedModelLimit(tier, id);
    return { id, displayName: id, isPrimary: id === primary, messageLimit, unlimited: messageLimit === UNLIMITED };
  }),
});

export const defaultLimits = ({ primary, fallback, freeFallback }: DefaultModels): Limits => {
  const subscriptions = mapTiers((tier) => tierLimits(tier, primary, tier === 'free' ? freeFallback : fallback));
  return {
    rateLimits: { subscriptions, features: DEFAULT_FEATURES },
    modelConfig: { tiers: mapTiers((tier) => tierModels(tier, subscriptions[tier])) },
  };
};
