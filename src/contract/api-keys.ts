import { z } from 'zod';

import { KEY_LIFETIMES, KEY_SCOPES, MAX_KEY_NAME } from '../shared/api-keys.ts';
import { success, text } from './common.ts';
import { route } from './route.ts';

const apiKey = z
  .object({
    hint: z.string().describe('The visible beginning of the key'),
    createdAt: z.iso.datetime().describe('When it was made'),
    lastUsedAt: z.iso.datetime().nullable().describe('When it was last used; null: never'),
  })
  .describe('The key without its secret');

const scope = z
  .enum(KEY_SCOPES)
  .describe(
    '`chat`: use models, `/v1` included; `read`: read chats; `tools`: the tools of `/mcp`; `all`: ' +
      'whatever a key may do',
  );

const namedApiKey = apiKey
  .extend({
    id: z.string().describe('Its id'),
    name: z.string().describe('The name that its owner gave it'),
    scope,
    expiresAt: z.iso.datetime().nullable().describe('When it ends; null: never'),
    expired: z.boolean().describe('It has ended'),
  })
  .describe('The key without its secret');

const eligible = z.boolean().describe('The plan of this account has API access');
const baseUrl = z.string().describe('Base address for clients of OpenAI’s API');
const mcpUrl = z.string().describe('Address for clients of the Model Context Protocol');
const secret = z.string().describe('The whole key, only in this response');

export const listApiKeys = route({
  method: 'get',
  path: '/api/account/api-keys',
  summary: 'The API keys of the account, as far as they can be shown, newest first',
  access: 'session',
  reply: z.object({ eligible, keys: z.array(namedApiKey).describe('The keys'), baseUrl, mcpUrl }),
});

/** At most 20 per account: then 409 `TOO_MANY_KEYS`. */
export const createNamedApiKey = route({
  method: 'post',
  path: '/api/account/api-keys',
  summary: 'Make an API key with a name, a scope and an expiry (Premium)',
  access: 'session',
  freshProof: true,
  audit: ['api-key.create'],
  body: z.strictObject({
    name: text(MAX_KEY_NAME).trim().min(1).describe('A name for its owner'),
    scope: scope.default('all'),
    expiresInDays: z.literal(KEY_LIFETIMES).nullable().default(null).describe('30, 90 or 365; null: it never expires'),
  }),
  reply: z.object({ secret, key: namedApiKey }),
  status: 201,
});

export const revokeApiKey = route({
  method: 'delete',
  path: '/api/account/api-keys/:id',
  summary: 'End one API key',
  access: 'session',
  audit: ['api-key.revoke'],
  params: z.strictObject({ id: text(64).min(1).describe('Id of the key') }),
  reply: success,
});

/* The one personal key: a key of the list with a name of its own, all rights and no expiry. */

export const getApiKey = route({
  method: 'get',
  path: '/api/account/api-key',
  summary: 'The personal API key, as far as it can be shown',
  access: 'user',
  reply: z.object({
    eligible,
    key: apiKey.nullable().describe('The key without its secret; null: none'),
    baseUrl,
  }),
});

/** Revokes the previous one. */
export const createApiKey = route({
  method: 'post',
  path: '/api/account/api-key',
  summary: 'Make the personal API key (Premium)',
  access: 'session',
  freshProof: true,
  audit: ['api-key.create'],
  reply: z.object({ secret, key: apiKey }),
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
