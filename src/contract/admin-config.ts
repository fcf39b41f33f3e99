import { z } from 'zod';

import { success } from './common.ts';
import { origins, getConfigRoute, reason, saveConfigRoute, configMetadata, version } from './config-routes.ts';
import * as schemas from './config-schemas.ts';

/* What the admins set, each with the call that reads it and the one that saves it; the models of the tiers are in models.ts. */

const meta = z.object(configMetadata);

const storage = schemas.storageLimits.extend(configMetadata).extend({ origins });

export const getStorageLimits = getConfigRoute('/api/admin/storage-limits', 'How much each tier may keep', storage);

export const saveStorageLimits = saveConfigRoute(
  ['put', '/api/admin/storage-limits'],
  { summary: 'Change how much each tier may keep', refusal: 'Valid storage limits configuration is required' },
  {
    body: schemas.storageLimits.partial({ chats: true }).extend({ reason, version }),
    reply: success.extend({ config: storage }),
  },
);

const chatFiles = z.object({ ttlSeconds: z.number(), ttlHours: z.number(), ttlDays: z.number() });
const ttl = meta.extend({ chatFiles, origins });

export const getFileTtl = getConfigRoute('/api/admin/file-ttl-config', 'How long files of chats are kept', ttl);

/** Only `ttlHours` counts. */
export const saveFileTtl = saveConfigRoute(
  ['put', '/api/admin/file-ttl-config'],
  { summary: 'Change how long new files of chats are kept', refusal: 'Valid file TTL configuration is required' },
  {
    body: z.strictObject({
      chatFiles: schemas.fileTtl.shape.chatFiles.extend({
        ttlSeconds: z.number().optional(),
        ttlDays: z.number().optional(),
      }),
      reason,
      version,
    }),
    reply: success.extend({ chatFiles, ...configMetadata, origins }),
  },
);

const freemium = meta.extend({ config: schemas.freemium, origins });

export const getFreemium = getConfigRoute('/api/admin/freemium-config', 'The free trial', freemium);

export const saveFreemium = saveConfigRoute(
  ['post', '/api/admin/freemium-config'],
  { summary: 'Change the free trial' },
  {
    body: z.strictObject({ config: schemas.freemium, reason, version }),
    reply: freemium,
  },
);

const rates = z.object({ config: schemas.rateLimits.extend(configMetadata), origins });

export const getRateLimits = getConfigRoute(
  '/api/admin/rate-limits',
  'Limits, models and switches of the tiers',
  rates,
);

/** `updates.version` counts like `version`; what else a read config says of itself is ignored. */
export const saveRateLimits = saveConfigRoute(
  ['post', '/api/admin/rate-limits'],
  { summary: 'Change some of the limits, models and switches of the tiers' },
  {
    body: z.strictObject({
      updates: schemas.rateLimitUpdates
        .extend({ lastUpdated: z.unknown(), updatedBy: z.unknown(), reason: z.unknown(), version })
        .partial(),
      reason,
      version,
    }),
    reply: rates,
  },
);

const vision = schemas.vision.extend(configMetadata).extend({ origins });

export const getVision = getConfigRoute('/api/admin/vision-config', 'Who may have images looked at', vision);

export const saveVision = saveConfigRoute(
  ['post', '/api/admin/vision-config'],
  { summary: 'Change who may have images looked at' },
  {
    body: schemas.vision.extend({ reason, version }),
    reply: success.extend({ config: vision }),
  },
);

const agents = schemas.agents.extend({ _metadata: meta, origins });

export const getAgents = getConfigRoute('/api/admin/agent-config', 'The agents', agents);

/** `config._metadata.version` counts like `version`. */
export const saveAgents = saveConfigRoute(
  ['post', '/api/admin/agent-config'],
  { summary: 'Change the agents' },
  {
    body: z.strictObject({
      config: schemas.agents.extend({
        _metadata: z.looseObject({ version }).optional(),
        origins: z.unknown().optional(),
      }),
      reason,
      version,
    }),
    reply: success.extend({ config: agents }),
  },
);
