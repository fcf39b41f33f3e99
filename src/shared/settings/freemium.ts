import { z } from 'zod';

import { modelId } from './fields.ts';

export const freemium = z.strictObject({
  freemiumUnauth: z.boolean(),
  freemiumAgentAccess: z.boolean(),
  /** Per UTC day. */
  freemiumMaxMessages: z.number().int().min(1).max(10),
  freemiumPrimaryModel: modelId,
  freemiumFallbackModel: modelId,
});

export type TrialConfig = z.output<typeof freemium>;

/** Without the models, which depend on the installation. */
export const DEFAULT_TRIAL = { freemiumUnauth: true, freemiumAgentAccess: false, freemiumMaxMessages: 3 };
