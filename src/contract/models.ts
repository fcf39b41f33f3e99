import { z } from 'zod';

import { MODEL_CATEGORIES } from '../shared/model-categories.ts';
import { visibleModelConfig } from '../shared/settings/model-config.ts';
import { metadata, origins } from './admin-config.ts';
import { route } from './route.ts';

/** In the order in which they are shown: by category, recommended ones first. */
export const discoverModels = route({
  method: 'get',
  path: '/api/ai/discover-models',
  summary: 'The models that this account may use',
  access: 'user',
  scopes: ['chat'],
  reply: z.object({
    models: z.array(
      z.object({
        id: z.string(),
        displayName: z.string(),
        category: z.enum(MODEL_CATEGORIES),
        isRecommended: z.boolean(),
        isPreview: z.boolean(),
        created: z.number(),
        owned_by: z.string(),
      }),
    ),
    cached: z.boolean(),
    isAdmin: z.boolean(),
  }),
});

/** For admins like a read of `SETTINGS_ROUTES`; others see their own tier only, and not who changed it. */
export const getModelConfig = route({
  method: 'get',
  path: '/api/ai/model-config',
  summary: 'The models of the tiers',
  access: 'user',
  scopes: ['chat'],
  reply: z.object({
    tiers: visibleModelConfig.shape.tiers.partial(),
    lastUpdated: metadata.lastUpdated,
    version: metadata.version,
    updatedBy: metadata.updatedBy.optional(),
    reason: metadata.reason.optional(),
    origins: origins.optional(),
  }),
});
