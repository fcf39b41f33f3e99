import { z } from 'zod';

import { byTier, limit, modelId, numberIn, type NumberRange } from './fields.ts';

export const GRACE_MESSAGES_RANGE: NumberRange = { min: 0, max: 1000, step: 1 };

const tierLimits = z.strictObject({
  /** Over the life of an account; models that are not named have no limit. */
  lifetime: z.strictObject({ totalMessages: limit, modelLimits: z.record(modelId, limit) }),
  models: z.strictObject({ primary: modelId, fallback: modelId }),
});

const features = z.strictObject({
  enableLifetimeLimits: z.boolean(),
  /** Enables the daily limits, also those of single models. */
  enableDailyLimits: z.boolean(),
  enableGracePeriod: z.boolean(),
  /** Messages above the daily and lifetime limits before a refusal. */
  graceMessages: numberIn(GRACE_MESSAGES_RANGE),
  /** The tier's fallback model answers when the requested model's daily limit is reached. */
  enableModelFallback: z.boolean(),
  logLimitHits: z.boolean(),
  rewordFileQuestions: z
    .boolean()
    .describe('A short model call words a question anew where its files are too long to be given whole'),
  rankPassagesByModel: z
    .boolean()
    .describe('A model call orders the passages that were found, where there is no cross-encoder'),
});

export const rateLimits = z.strictObject({ subscriptions: byTier(tierLimits), features });

export type TierLimits = z.output<typeof tierLimits>;
export type LimitFeatures = z.output<typeof features>;
export type RateLimits = z.output<typeof rateLimits>;

export const DEFAULT_FEATURES: LimitFeatures = {
  enableLifetimeLimits: false,
  enableDailyLimits: true,
  enableGracePeriod: false,
  graceMessages: 5,
  enableModelFallback: true,
  logLimitHits: true,
  rewordFileQuestions: true,
  rankPassagesByModel: false,
};

/** A partial update, also of `modelLimits`: models that are not named stay unchanged, null removes one. */
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

/** The parts that admins change and restore apart from each other. */
export const RATE_LIMIT_PARTS = ['lifetime', 'models', 'features'] as const;
export type RateLimitPart = (typeof RATE_LIMIT_PARTS)[number];
