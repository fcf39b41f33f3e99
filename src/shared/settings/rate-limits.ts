import { z } from 'zod';

import type { Tier } from '../tiers.ts';
import { byTier, limit, modelId, numberIn, type NumberRange } from './fields.ts';

export const GRACE_MESSAGES_RANGE: NumberRange = { min: 0, max: 1000, step: 1 };

const dailyLimits = z.strictObject({
  messages: limit.describe('Messages a day'),
  otherModels: limit.describe('Messages a day with each model that the tier does not list'),
  moonshotModels: limit.describe('The same for models whose id begins with `moonshotai/`, all of them together'),
  followUps: limit.describe('Titles, related questions and summaries of searches a day, all together'),
});

const tierLimits = z.strictObject({
  daily: dailyLimits.describe('What a person of the tier may do on one UTC day'),
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
  checkCitationsByModel: z
    .boolean()
    .describe(
      'The model that wrote an answer checks its citation marks against their sources, one call for each answer',
    ),
  correctSentencesByModel: z
    .boolean()
    .describe('A further call words sentences of agents anew that their sources do not support; with the check only'),
});

export const rateLimits = z.strictObject({ subscriptions: byTier(tierLimits), features });

export type DailyLimits = z.output<typeof dailyLimits>;
export type TierLimits = z.output<typeof tierLimits>;
export type LimitFeatures = z.output<typeof features>;
export type RateLimits = z.output<typeof rateLimits>;

export const DEFAULT_DAILY_LIMITS: Readonly<Record<Tier, DailyLimits>> = {
  free: { messages: 30, otherModels: 40, moonshotModels: 10, followUps: 60 },
  basic: { messages: -1, otherModels: -1, moonshotModels: -1, followUps: 1000 },
  premium: { messages: -1, otherModels: -1, moonshotModels: -1, followUps: 2000 },
};

export const DEFAULT_FEATURES: LimitFeatures = {
  enableLifetimeLimits: false,
  enableDailyLimits: true,
  enableGracePeriod: false,
  graceMessages: 5,
  enableModelFallback: true,
  logLimitHits: true,
  rewordFileQuestions: true,
  rankPassagesByModel: false,
  checkCitationsByModel: false,
  correctSentencesByModel: false,
};

/** A partial update, also of `modelLimits`: models that are not named stay unchanged, null removes one. */
export const rateLimitUpdates = z.strictObject({
  subscriptions: byTier(
    z.strictObject({
      daily: dailyLimits.partial().optional().describe('The changed limits of a day'),
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

/** The parts that admins change and restore apart from each other. `messages`: the limits per day and over a life. */
export const RATE_LIMIT_PARTS = ['messages', 'models', 'features'] as const;
export type RateLimitPart = (typeof RATE_LIMIT_PARTS)[number];
