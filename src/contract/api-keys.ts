import { z } from 'zod';

import { success } from './common.ts';
import { route } from './route.ts';

const apiKey = z
  .object({
    hint: z.string().describe('The visible beginning of the key'),
    createdAt: z.iso.datetime().describe('When it was made'),
    lastUsedAt: z.iso.datetime().nullable().describe('When it was last used; null: never'),
  })
  .describe('The key without its secret');

export const getApiKey = route({
  method: 'get',
  path: '/api/account/api-key',
  summary: 'The personal API key, as far as it can be shown',
  access: 'user',
  reply: z.object({
    eligible: z.boolean().describe('The plan of this account has API access'),
    key: apiKey.nullable().describe('The key without its secret; null: none'),
    baseUrl: z.string().describe('Base address for clients of OpenAI’s API'),
  }),
});

/** Revokes the previous key. */
export const createApiKey = route({
  method: 'post',
  path: '/api/account/api-key',
  summary: 'Make the personal API key (Premium)',
  access: 'recent-session',
  audit: ['api-key.create'],
  reply: z.object({ secret: z.string().describe('The whole key, only in this response'), key: apiKey }),
  status: 201,
});

export const deleteApiKey = route({
  method: 'delete',
  path: '/api/account/api-key',
  summary: 'End the personal API key',
  access: 'session',
  audit: ['api-key.revoke'],
  reply: success,
});
