import { z } from 'zod';

import { success } from './common.ts';
import { route } from './route.ts';

/** The visible part of a key: its prefix and times. */
const apiKey = z.object({ hint: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() });

export const getApiKey = route({
  method: 'get',
  path: '/api/account/api-key',
  summary: 'The personal API key, as far as it can be shown',
  access: 'user',
  reply: z.object({ eligible: z.boolean(), key: apiKey.nullable(), baseUrl: z.string() }),
});

/** Revokes the previous key. The secret is only in this response. */
export const createApiKey = route({
  method: 'post',
  path: '/api/account/api-key',
  summary: 'Make the personal API key (Premium)',
  access: 'session',
  reply: z.object({ secret: z.string(), key: apiKey }),
  status: 201,
});

export const deleteApiKey = route({
  method: 'delete',
  path: '/api/account/api-key',
  summary: 'End the personal API key',
  access: 'session',
  reply: success,
});
