import { z } from 'zod';

import { none, overrideType, success, text, time } from './common.ts';
import * as schemas from './config-schemas.ts';
import { route } from './route.ts';

/*
 * What the admins set. Every save may carry the `version` that its form was filled from: when another admin was
 * quicker, it is refused with 409 and `conflict` tells their change. Without it the save goes over what is there.
 */

/** Why; the calls that the specification gives a reason refuse to go without. */
const reason = text(500).trim().optional();
const version = z.number().int().min(0).optional();

/** Where a value comes from, by its path in the document, such as `subscriptions.free.models.primary`; a model by its id. */
export const origin = z.enum(['default', 'environment', 'admin']);
const origins = z.record(z.string(), origin);

/** Version 0 is what stood before any change. `updatedBy` is the admin's name. */
const told = { lastUpdated: time.nullable(), updatedBy: z.string().nullable(), version: z.number().int(), reason: z.string().nullable() };
const meta = z.object(told);

/** A list of `{id}` objects shows up by id in `path`: `['tiers', 'free', 'models', 'gemma2-9b-it', 'messageLimit']`. */
export const change = z.object({ path: z.array(z.string()), from: z.unknown(), to: z.unknown() });

/** The body of a 409 besides `error`: what was saved since the refused form was filled, newest last. */
export const conflict = z.object({
  version: z.number().int(),
  changes: z.array(z.object({ version: z.number().int(), by: z.string(), byName: z.string(), at: time, reason: z.string(), changes: z.array(change) })),
});

const get = <P extends `/api/${string}`, R extends z.ZodType>(path: P, summary: string, reply: R) =>
  route({ method: 'get', path, summary, access: 'admin', params: none, query: none, body: none, reply });

const storage = schemas.storageLimits.extend(told).extend({ origins });

export const readStorageLimits = get('/api/admin/storage-limits', 'How much each tier may keep', storage);

export const saveStorageLimits = route({
  method: 'put',
  path: '/api/admin/storage-limits',
  summary: 'Change how much each tier may keep',
  access: 'admin',
  params: none,
  query: none,
  body: schemas.storageLimits.extend({ reason, version }),
  refusal: 'Valid storage limits configuration is required',
  reply: success.extend({ config: storage }),
});

const chatFiles = z.object({ ttlSeconds: z.number(), ttlHours: z.number(), ttlDays: z.number() });
const ttl = meta.extend({ chatFiles, origins });

export const readFileTtl = get('/api/admin/file-ttl-config', 'How long files of chats are kept', ttl);

/** Only `ttlHours` counts. */
export const saveFileTtl = route({
  method: 'put',
  path: '/api/admin/file-ttl-config',
  summary: 'Change how long new files of chats are kept',
  access: 'admin',
  params: none,
  query: none,
  body: z.strictObject({
    chatFiles: schemas.fileTtl.shape.chatFiles.extend({ ttlSeconds: z.number().optional(), ttlDays: z.number().optional() }),
    reason,
    version,
  }),
  refusal: 'Valid file TTL configuration is required',
  reply: success.extend({ chatFiles, ...told, origins }),
});

const freemium = meta.extend({ config: schemas.freemium, origins });

export const readFreemium = get('/api/admin/freemium-config', 'The free trial', freemium);

export const saveFreemium = route({
  method: 'post',
  path: '/api/admin/freemium-config',
  summary: 'Change the free trial',
  access: 'admin',
  params: none,
  query: none,
  body: z.strictObject({ config: schemas.freemium, reason, version }),
  reply: freemium,
});

const rates = z.object({ config: schemas.rateLimits.extend(told), origins });

export const readRateLimits = get('/api/admin/rate-limits', 'Limits, models and switches of the tiers', rates);

/** `updates.version` counts like `version`; what else a read config says of itself is ignored. */
export const saveRateLimits = route({
  method: 'post',
  path: '/api/admin/rate-limits',
  summary: 'Change some of the limits, models and switches of the tiers',
  access: 'admin',
  params: none,
  query: none,
  body: z.strictObject({
    updates: schemas.rateLimitUpdates.extend({ lastUpdated: z.unknown(), updatedBy: z.unknown(), reason: z.unknown(), version }).partial(),
    reason,
    version,
  }),
  reply: rates,
});

const vision = schemas.vision.extend(told).extend({ origins });

export const readVision = get('/api/admin/vision-config', 'Who may have images looked at', vision);

export const saveVision = route({
  method: 'post',
  path: '/api/admin/vision-config',
  summary: 'Change who may have images looked at',
  access: 'admin',
  params: none,
  query: none,
  body: schemas.vision.extend({ reason, version }),
  reply: success.extend({ config: vision }),
});

const agents = schemas.agents.extend({ _metadata: meta, origins });

export const readAgents = get('/api/admin/agent-config', 'The agents', agents);

/** `config._metadata.version` counts like `version`. */
export const saveAgents = route({
  method: 'post',
  path: '/api/admin/agent-config',
  summary: 'Change the agents',
  access: 'admin',
  params: none,
  query: none,
  body: z.strictObject({
    config: schemas.agents.extend({ _metadata: z.looseObject({ version }).optional(), origins: z.unknown().optional() }),
    reason,
    version,
  }),
  reply: success.extend({ config: agents }),
});

const tiersOfModels = schemas.modelConfig.shape.tiers;

/** Who is no admin sees the own tier alone, and not who changed it. */
export const readModelConfig = route({
  method: 'get',
  path: '/api/ai/model-config',
  summary: 'The models of the tiers',
  access: 'user',
  params: none,
  query: none,
  body: none,
  reply: z.object({
    tiers: tiersOfModels.partial(),
    lastUpdated: time.nullable(),
    version: z.number().int(),
    updatedBy: z.string().nullable().optional(),
    reason: z.string().nullable().optional(),
    origins: origins.optional(),
  }),
});

export const saveModelConfig = route({
  method: 'post',
  path: '/api/ai/model-config',
  summary: 'Change the models of the tiers',
  access: 'admin',
  params: none,
  query: none,
  body: schemas.modelConfig.extend({ reason, version }),
  reply: success.extend({ config: schemas.modelConfig.extend(told).extend({ origins }) }),
});

const versionEntry = z.object({
  version: z.number().int(),
  by: z.string(),
  byName: z.string(),
  at: time,
  reason: z.string(),
  /** The version that was brought back, if it was an undo. */
  restored: z.number().int().nullable(),
  changes: z.array(change),
});

/** Ours. Newest first; version 0, what stood before any change, is no entry and can be brought back too. */
export const configVersions = route({
  method: 'get',
  path: '/api/admin/config/:name/versions',
  summary: 'Who changed a configuration, when, why, and what',
  access: 'admin',
  params: z.strictObject({ name: schemas.configName }),
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20), before: z.coerce.number().int().min(1).optional() }),
  body: none,
  reply: z.object({ versions: z.array(versionEntry) }),
});

/** Ours. Brings `version` back as a new version; `current` is the version that the page shows. */
export const undoConfig = route({
  method: 'post',
  path: '/api/admin/config/:name/undo',
  summary: 'Bring an earlier version of a configuration back',
  access: 'admin',
  params: z.strictObject({ name: schemas.configName }),
  query: none,
  body: z.strictObject({ version: z.number().int().min(0), current: version, reason }),
  reply: success.extend({ version: z.number().int() }),
});

export const MODEL_CATEGORIES = ['OpenAI Preview', 'Anthropic Preview', 'LLaMA', 'Mixtral', 'Gemma', 'OpenAI', 'Anthropic', 'Other'] as const;

/** In the order in which they are shown: by category, recommended ones first. */
export const discoverModels = route({
  method: 'get',
  path: '/api/ai/discover-models',
  summary: 'The models that this account may use',
  access: 'user',
  params: none,
  query: none,
  body: none,
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

/** Without `overrideType` an override that is switched on is `unlimited`. */
export const tempOverride = route({
  method: 'post',
  path: '/api/admin/temp-subscription-override',
  summary: 'Act as another tier for a day, without limits',
  access: 'admin',
  params: none,
  query: none,
  body: z.strictObject({ enabled: z.boolean(), overrideType: overrideType.optional() }),
  reply: success.extend({ override: z.object({ enabled: z.boolean(), overrideType: overrideType.nullable(), expiresAt: time.nullable() }) }),
});

export type ConfigChange = z.output<typeof change>;
export type ConfigConflict = z.output<typeof conflict>;
export type ConfigVersion = z.output<typeof versionEntry>;
