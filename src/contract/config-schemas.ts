import { z } from 'zod';

import { AGENT_TYPES, SPECIFIC_AGENT_TYPES } from '../shared/agent-types.ts';

import { text } from './primitives.ts';

/*
 * What the admins configure: one document per name, with one schema that the page and the server share. In every limit
 * of messages or requests -1 means no limit and 0 no access.
 */

export const configName = z.enum([
  'rate-limits',
  'model-config',
  'agents',
  'freemium',
  'vision',
  'storage-limits',
  'file-ttl',
]);

const byTier = <S extends z.ZodType>(schema: S) => z.strictObject({ free: schema, basic: schema, premium: schema });
const partialByTier = <S extends z.ZodType>(schema: S) => byTier(schema).partial();

const MAX_COUNT = 1_000_000_000;
export const limit = z.number().int().min(-1).max(MAX_COUNT);
const count = z.number().int().min(0).max(MAX_COUNT);
const modelId = text(200).trim().min(1);
const modelLimits = z.record(modelId, limit);

const tierRates = z.strictObject({
  lifetime: z.strictObject({ totalMessages: limit, modelLimits }),
  models: z.strictObject({ primary: modelId, fallback: modelId }),
});

const features = z.strictObject({
  enableLifetimeLimits: z.boolean(),
  enableDailyLimits: z.boolean(),
  enableGracePeriod: z.boolean(),
  graceMessages: z.number().int().min(0).max(1000),
  enableModelFallback: z.boolean(),
  logLimitHits: z.boolean(),
});

export const rateLimits = z.strictObject({ subscriptions: byTier(tierRates), features });

/** Only what changes; of `modelLimits` too: a model that is not named keeps its limit, null takes it away. */
export const rateLimitUpdates = z.strictObject({
  subscriptions: partialByTier(
    z.strictObject({
      lifetime: z
        .strictObject({ totalMessages: limit, modelLimits: z.record(modelId, limit.nullable()) })
        .partial()
        .optional(),
      models: tierRates.shape.models.partial().optional(),
    }),
  ).optional(),
  features: features.partial().optional(),
});

const tierModel = z.strictObject({
  id: modelId,
  displayName: text(200),
  isPrimary: z.boolean(),
  messageLimit: limit,
  unlimited: z.boolean(),
});

const models = z
  .array(tierModel)
  .min(1, 'A tier needs at least one model')
  .max(200)
  .superRefine((list, context) => {
    const ids = list.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (twice >= 0)
      context.addIssue({ code: 'custom', path: [twice, 'id'], message: 'Model already exists in this tier' });
    const primaries = list.filter(({ isPrimary }) => isPrimary).length;
    if (primaries !== 1) context.addIssue({ code: 'custom', message: 'A tier needs exactly one primary model' });
  })
  .readonly();

export const modelConfig = z.strictObject({ tiers: byTier(z.strictObject({ models })) });

const workerAgent = z.enum(SPECIFIC_AGENT_TYPES);
const anyAgent = z.enum(AGENT_TYPES);
/** An empty model is that of the person's tier. */
const agentModel = z.strictObject({ model: text(200).trim(), displayName: text(100), description: text(500) });

export const agents = z.strictObject({
  agentModeEnabled: z.boolean(),
  premiumOnly: z.boolean(),
  defaultAgentType: anyAgent,
  availableAgentTypes: z
    .array(workerAgent)
    .max(3)
    .refine((types) => new Set(types).size === types.length, 'names a type twice')
    .readonly(),
  maxAgentRequests: byTier(limit),
  modelConfig: z.strictObject({
    auto_agent: agentModel,
    reasoning_agent: agentModel,
    research_agent: agentModel,
    code_agent: agentModel,
  }),
});

export const freemium = z.strictObject({
  freemiumUnauth: z.boolean(),
  freemiumAgentAccess: z.boolean(),
  freemiumMaxMessages: z.number().int().min(1).max(10),
  freemiumPrimaryModel: modelId,
  freemiumFallbackModel: modelId,
});

export const vision = z.strictObject({
  enabled: z.boolean(),
  model: modelId,
  rateLimits: byTier(z.strictObject({ daily: count, monthly: count })),
});

/** A file is held in memory while it is looked at. */
const MAX_FILE_MB = 200;

const megabytes = z.union([z.literal(-1), z.number().min(0).max(MAX_COUNT)]);
const chatLimits = z.strictObject({ maxChats: limit, maxTotalMB: megabytes, maxChatMB: megabytes });

export const storageLimits = z.strictObject({
  tiers: byTier(
    z.strictObject({
      maxFileSizeMB: z.union([z.literal(-1), z.number().min(0).max(MAX_FILE_MB)]),
      maxTotalStorageMB: limit,
      maxFiles: limit,
    }),
  ),
  maxFilesPerMessage: z.number().int().min(1).max(20),
  /** Ours: what may be kept of conversations. `unverified`: free accounts that have proved no address yet. */
  chats: z.strictObject({ unverified: chatLimits, free: chatLimits, basic: chatLimits, premium: chatLimits }),
});

/** Half an hour to a year. The server computes seconds and days itself. */
export const fileTtl = z.strictObject({ chatFiles: z.strictObject({ ttlHours: z.number().min(0.5).max(8760) }) });

/** The schema of each document by its name. */
export const CONFIG_SCHEMAS = {
  'rate-limits': rateLimits,
  'model-config': modelConfig,
  agents,
  freemium,
  vision,
  'storage-limits': storageLimits,
  'file-ttl': fileTtl,
} as const;

export type ConfigName = z.output<typeof configName>;
