import { z } from 'zod';

import { emptyObject, success, time } from './common.ts';
import { origins, reason, saveConfigRoute, configMetadata, version } from './config-routes.ts';
import { modelConfig } from './config-schemas.ts';
import { route } from './route.ts';

const MODEL_CATEGORIES = [
  'OpenAI Preview',
  'Anthropic Preview',
  'LLaMA',
  'Mixtral',
  'Gemma',
  'OpenAI',
  'Anthropic',
  'Other',
] as const;

/** In the order in which they are shown: by category, recommended ones first. */
export const discoverModels = route({
  method: 'get',
  path: '/api/ai/discover-models',
  summary: 'The models that this account may use',
  access: 'user',
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
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

/** Who is no admin sees the own tier alone, and not who changed it. */
export const getModelConfig = route({
  method: 'get',
  path: '/api/ai/model-config',
  summary: 'The models of the tiers',
  access: 'user',
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  reply: z.object({
    tiers: modelConfig.shape.tiers.partial(),
    lastUpdated: time.nullable(),
    version: z.number().int(),
    updatedBy: z.string().nullable().optional(),
    reason: z.string().nullable().optional(),
    origins: origins.optional(),
  }),
});

export const saveModelConfig = saveConfigRoute(
  ['post', '/api/ai/model-config'],
  { summary: 'Change the models of the tiers' },
  {
    body: modelConfig.extend({ reason, version }),
    reply: success.extend({ config: modelConfig.extend(configMetadata).extend({ origins }) }),
  },
);
