import { z } from 'zod';

import { success } from './common.ts';
import { route } from './route.ts';

/** What may be seen of a key after it was made: its beginning and its times. */
const apiKey = z.object({ hint: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() });

export const getApiKey = route({
  method: 'get',
  path: '/api/account/api-key',
  summary: 'The personal API key, as far as it can be shown',
  access: 'user',
  reply: z.object({ eligible: z.boolean(), key: apiKey.nullable(), baseUrl: z.string() }),
});

/** A new key ends the old one. The secret is in this answer and nowhere else. */
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
