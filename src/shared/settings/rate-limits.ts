import { z } from 'zod';

import { byTier, limit, modelId } from './fields.ts';

const tierLimits = z.strictObject({
  /** Over the whole life of an account; a model that is not named has no limit of its own. */
  lifetime: z.strictObject({ totalMessages: limit, modelLimits: z.record(modelId, limit) }),
  models: z.strictObject({ primary: modelId, fallback: modelId }),
});

const features = z.strictObject({
  enableLifetimeLimits: z.boolean(),
  /** Switches the daily limit and the daily limits of single models. */
  enableDailyLimits: z.boolean(),
  enableGracePeriod: z.boolean(),
  /** How many messages more than the daily and the lifetime limit are let through before they refuse. */
  graceMessages: z.number().int().min(0).max(1000),
  /** The tier's fallback model answers once the wished model's daily limit is used up. */
  enableModelFallback: z.boolean(),
  logLimitHits: z.boolean(),
});

export const rateLimits = z.strictObject({ subscriptions: byTier(tierLimits), features });

export type TierLimits = z.output<typeof tierLimits>;
export type LimitFeatures = z.output<typeof features>;
/** The admins' rate limits. */
export type RateLimits = z.output<typeof rateLimits>;

/** The switches as they are before an admin changes them. */
export const DEFAULT_FEATURES: LimitFeatures = {
  enableLifetimeLimits: false,
  enableDailyLimits: true,
  enableGracePeriod: false,
  graceMessages: 5,
  enableModelFallback: true,
  logLimitHits: true,
};

/** Only what changes; of `modelLimits` too: a model that is not named keeps its limit, null takes it away. */
export const rateLimitUpdates = z.strictObject({
  subscriptions: byTier(
    z.strictObject({
      lifetime: z
        .strictObject({ totalMessages: limit, modelLimits: z.record(modelId, limit.nullable()) })
        .partial()
        .optional(),
      models: tierLimits.shape.models.partial().optional(),
    }),
  )
    .partial()
    .optional(),
  features: features.partial().optional(),
});
