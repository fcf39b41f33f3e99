import { z } from 'zod';

import { byTier, count, modelId } from './fields.ts';

export const vision = z.strictObject({
  enabled: z.boolean(),
  /** The id of a vision model. */
  model: modelId,
  /** Images per day and month. */
  rateLimits: byTier(z.strictObject({ daily: count, monthly: count })),
});

export type VisionConfig = z.output<typeof vision>;

/** Without the model, which depends on the installation. */
export const DEFAULT_VISION = {
  enabled: true,
  rateLimits: {
    free: { daily: 5, monthly: 20 },
    basic: { daily: 20, monthly: 100 },
    premium: { daily: 50, monthly: 250 },
  },
};
