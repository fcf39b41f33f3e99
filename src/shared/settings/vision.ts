import { z } from 'zod';

import { byTier, count, modelId } from './fields.ts';

export const vision = z.strictObject({
  enabled: z.boolean(),
  /** The id of a model that sees. */
  model: modelId,
  /** Images by day and by month. */
  rateLimits: byTier(z.strictObject({ daily: count, monthly: count })),
});

/** Who may have images looked at, and by which model. */
export type VisionConfig = z.output<typeof vision>;

/** The same before an admin changes it, but for the model, which depends on the installation. */
export const DEFAULT_VISION = {
  enabled: true,
  rateLimits: {
    free: { daily: 5, monthly: 20 },
    basic: { daily: 20, monthly: 100 },
    premium: { daily: 50, monthly: 250 },
  },
};
