import { z } from 'zod';

import { text, time } from './common.ts';
import { route } from './route.ts';

const count = z.number().int();

const figures = {
  messages: count.describe('Messages that the limits count: without those that were refunded'),
  tokensIn: count.describe('Tokens of the questions'),
  tokensOut: count.describe('Tokens of the answers'),
  tokensOfFiles: count.describe('About how many tokens of the questions are text of files'),
  costUsd: z.number().nullable().describe('Cost of the calls whose model has a price; null: none has'),
  errors: count.describe('Failed calls'),
  limitHits: count.describe('Refusals because of a limit'),
};
const activePeople = count.describe('Accounts that asked something; visitors are not told apart');
const day = z.string().describe('UTC day');

export const overview = route({
  method: 'get',
  path: '/api/admin/overview',
  summary: 'What was used, by day and model',
  access: 'auditor',
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(366).default(30).describe('How many, up to today'),
  }),
  reply: z.object({
    from: day.describe('The first day'),
    to: day.describe('The last day'),
    totals: z.object({ ...figures, activePeople }).describe('All days together'),
    days: z
      .array(z.object({ day, activePeople, ...figures }))
      .describe('One entry a UTC day, oldest first, also empty ones'),
    models: z
      .array(
        z.object({
          model: z.string().describe('Id of the model'),
          ...figures,
          daily: z.array(count).describe('Messages of each of `days`'),
        }),
      )
      .describe('By model, busiest first'),
  }),
});

const need = text(80).min(1).describe('`database`, `search`, `mail`, … and `models:groq` for each provider of models');
const health = z.object({
  need: z.string().describe('What it is for: `database`, `mail`, …'),
  label: z.string().describe('The same in words'),
  adapter: z.string().describe('What serves it, such as `sqlite` or `stripe`'),
  state: z.enum(['ok', 'failing', 'sandbox', 'off', 'unknown']).describe('`unknown`: not tried since the start'),
  detail: z.string().describe('More about the state; never contains a secret'),
  checkedAt: time.nullable().describe('When it was last tried; null: never'),
});

export const getHealth = route({
  method: 'get',
  path: '/api/admin/health',
  summary: 'What this server is connected to, and its state',
  access: 'auditor',
  reply: z.object({ needs: z.array(health).describe('Everything that the server is connected to') }),
});

export const getEmbeddingBacklog = route({
  method: 'get',
  path: '/api/admin/embedding-backlog',
  summary: 'The files that wait to be embedded, and why',
  access: 'auditor',
  reply: z.object({
    pending: count.describe('Files of all accounts that wait'),
    failing: z
      .object({
        files: count.describe('Files whose attempts fail'),
        since: time.describe('When the first of them failed'),
        reason: z.string().describe('Why it did'),
      })
      .nullable()
      .describe('Null: no attempt fails'),
  }),
});

/** A real, cheap call; its failure is part of the response and not an error. */
export const testConnection = route({
  method: 'post',
  path: '/api/admin/health/:need/test',
  summary: 'Test a connection now',
  access: 'admin',
  params: z.strictObject({ need }),
  reply: z.object({
    health: health.describe('The state after the test'),
    tookMs: z.number().describe('How long the test took'),
  }),
});

const ownUsageMail = z.object({
  receives: z.boolean().describe('They want the weekly mail, where it is on'),
  address: z.string().nullable().describe('Where it goes; null: the account has no verified address'),
});

export const getOwnUsageMail = route({
  method: 'get',
  path: '/api/admin/usage-mail',
  summary: 'Whether the calling admin gets the weekly mail',
  access: 'admin',
  reply: ownUsageMail,
});

export const setOwnUsageMail = route({
  method: 'put',
  path: '/api/admin/usage-mail',
  summary: 'Turn the weekly mail on or off for the calling admin alone',
  access: 'admin',
  body: z.strictObject({ receives: z.boolean().describe('They want it') }),
  reply: ownUsageMail,
});

/** A failure of the mail server is part of the response and not an error. */
export const sendUsageMail = route({
  method: 'post',
  path: '/api/admin/usage-mail/send',
  summary: 'Send the calling admin the weekly mail now, once a minute',
  access: 'admin',
  reply: z.object({
    sentTo: z.string().nullable().describe('The address; null: it could not be sent'),
    detail: z.string().describe('Why it could not; never contains a secret'),
  }),
});

export type Health = z.output<typeof health>;
