import { z } from 'zod';

import { modelId, numberIn, type NumberRange } from './fields.ts';

/** Messages of a visitor. */
export const TRIAL_MESSAGES_RANGE: NumberRange = { min: 1, max: 10, step: 1 };

export const freemium = z.strictObject({
  freemiumUnauth: z.boolean(),
  freemiumAgentAccess: z.boolean(),
  /** Per UTC day. */
  freemiumMaxMessages: numberIn(TRIAL_MESSAGES_RANGE),
  freemiumPrimaryModel: modelId,
  freemiumFallbackModel: modelId,
});

export type TrialConfig = z.output<typeof freemium>;

/** Without the models, which depend on the installation. */
export const DEFAULT_TRIAL = { freemiumUnauth: true, freemiumAgentAccess: false, freemiumMaxMessages: 3 };
