import { z } from 'zod';

import { success } from './common.ts';
import { route } from './route.ts';

const count = z.number().int().min(0);

const sentenceModel = z.object({
  name: z.string().describe('Name of the model'),
  downloadBytes: count.describe('What it takes to fetch it, about; 0: it is in a folder of this server'),
  isInstalled: z.boolean().describe('It is on this server, so nothing has to be fetched'),
  decidedBy: z
    .enum(['admin', 'environment', 'service'])
    .describe('Who switches it: an admin, a variable; `service`: another service embeds, so there is none'),
  phase: z
    .enum(['off', 'waiting', 'downloading', 'loading', 'ready', 'failed'])
    .describe('`ready`: files are found by meaning'),
  received: count.describe('Bytes that were fetched'),
  total: count.describe('Bytes to fetch'),
  failure: z
    .enum(['network', 'missing', 'checksum', 'size', 'disk', 'folder', 'runtime', 'invalid', 'memory', 'crashed'])
    .nullable()
    .describe('Why it failed; null: it did not'),
});

export const getSentenceModel = route({
  method: 'get',
  path: '/api/admin/sentence-model',
  summary: 'The sentence model of this server, and how far it is',
  access: 'admin',
  reply: sentenceModel,
});

export const switchSentenceModel = route({
  method: 'post',
  path: '/api/admin/sentence-model',
  summary: 'Switch the sentence model on, which fetches it once, or off, which also ends a download',
  access: 'admin',
  audit: ['sentence-model.switch'],
  body: z.strictObject({ enabled: z.boolean().describe('Whether files are to be found by meaning') }),
  reply: success.extend({ model: sentenceModel.describe('The state after it') }),
});
