import type { Tier } from '../../shared/tiers.ts';

/** In every limit: no limit. A limit of 0 means no access. */
export const UNLIMITED = -1;

export interface TierLimits {
  /** Over the whole life of an account; `modelLimits` by model id, a model that is not named has no limit of its own. */
  readonly lifetime: { readonly totalMessages: number; readonly modelLimits: Readonly<Record<string, number>> };
  readonly models: { readonly primary: string; readonly fallback: string };
}

export interface LimitFeatures {
  readonly enableLifetimeLimits: boolean;
  /** Switches the daily limit and the daily limits of single models. */
  readonly enableDailyLimits: boolean;
  readonly enableGracePeriod: boolean;
  /** How many messages more than the daily and the lifetime limit are let through before they refuse. */
  readonly graceMessages: number;
  /** The tier's fallback model answers once the wished model's daily limit is used up. */
  readonly enableModelFallback: boolean;
  readonly logLimitHits: boolean;
}

/** The admins' rate limits. */
export interface RateLimits {
  readonly subscriptions: Readonly<Record<Tier, TierLimits>>;
  readonly features: LimitFeatures;
}

export interface TierModel {
  readonly id: string;
  readonly displayName: string;
  readonly isPrimary: boolean;
  /** Messages a day with this model; without meaning when `unlimited`. */
  readonly messageLimit: number;
  readonly unlimited: boolean;
  /** No admin listed it: it came with the primary of the limits, and goes with it (docs/adr/0032). Never shown. */
  readonly addedAsPrimary?: true | undefined;
}

/** The models that the admins listed for each tier. */
export interface ModelConfig {
  readonly tiers: Readonly<Record<Tier, { readonly models: readonly TierModel[] }>>;
}

/** Everything that decides what a tier may use. */
export interface Limits {
  readonly rateLimits: RateLimits;
  readonly modelConfig: ModelConfig;
}

/** The models that serve when no admin chose others. */
export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string;
  readonly freeFallback: string;
}

export const DAILY_MESSAGES: Readonly<Record<Tier, number>> = { free: 30, basic: UNLIMITED, premium: UNLIMITED };

const COSTLY_MODEL_DAILY_LIMIT = 10;
const DEFAULT_MODEL_DAILY_LIMIT = 40;
const GRACE_MESSAGES = 5;

/** The models that `moonshotDaily` speaks of. They are the costly ones, and all of them share one daily count. */
export const isMoonshot = (model: string): boolean => model.startsWith('moonshotai/');

/** Messages a day with a model that the admins did not list; see docs/adr/0008. */
const getUnlistedModelLimit = (tier: Tier, model: string): number => {
  if (tier !== 'free') return UNLIMITED;
  return isMoonshot(model) ? COSTLY_MODEL_DAILY_LIMIT : DEFAULT_MODEL_DAILY_LIMIT;
};

/** Messages a day with one model in one tier. */
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

/** The limits as they are before an admin changes them. */
export const defaultLimits = ({ primary, fallback, freeFallback }: DefaultModels): Limits => {
  const subscriptions = {
    free: tierLimits('free', primary, freeFallback),
    basic: tierLimits('basic', primary, fallback),
    premium: tierLimits('premium', primary, fallback),
  };
  return {
    rateLimits: {
      subscriptions,
      features: {
        enableLifetimeLimits: false,
        enableDailyLimits: true,
        enableGracePeriod: false,
        graceMessages: GRACE_MESSAGES,
        enableModelFallback: true,
        logLimitHits: true,
      },
    },
    modelConfig: {
      tiers: {
        free: tierModels('free', subscriptions.free),
        basic: tierModels('basic', subscriptions.basic),
        premium: tierModels('premium', subscriptions.premium),
      },
    },
  };
};
