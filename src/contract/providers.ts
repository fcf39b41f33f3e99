import { z } from 'zod';

import { PROVIDER_NEEDS, PROVIDER_STATES } from '../shared/providers.ts';
import { success, text } from './common.ts';
import { route } from './route.ts';

/* Providers of models, web search and mail that admins enter, beside those of the environment. */

const need = z.enum(PROVIDER_NEEDS);

const kind = z.object({
  id: z.string().describe('Id of the kind'),
  label: z.string().describe('Its name'),
  needsAddress: z.boolean().describe('It has an address of its own'),
  needsKey: z.boolean().describe('It works with an API key only'),
  sendsMail: z.boolean().describe('It is a mail server, with a user name and a sender; its key is a password'),
  isRepeatable: z.boolean().describe('Several can be connected, each under a name of its own'),
});

/** What is shown of what was entered. */
const shown = {
  kind: z.string().describe('Id of its kind'),
  name: z.string().describe('The name that was entered; empty: that of the kind'),
  model: z.string().nullable().describe('Its default model; null: that of the kind'),
  baseUrl: z.string().nullable().describe('Its address; null: that of the kind, and always for auditors'),
  user: z.string().nullable().describe('User name of a mail server; null for auditors'),
  sender: z.string().nullable().describe('Sender of mails; null for auditors'),
  hasKey: z.boolean().describe('A key is stored; it is never returned'),
  keyHint: z.string().describe('Last four letters of a long key; empty for passwords, short keys and auditors'),
};

const provider = z.object({
  ...shown,
  id: z.string().describe('Its id; of model providers also the prefix that selects them'),
  label: z.string().describe('The name that people see'),
  state: z
    .enum(PROVIDER_STATES)
    .describe('`overridden`: the environment configures the same; `locked`: its key has to be entered again'),
});

const group = z.object({
  need: need.describe('What they are for'),
  kinds: z.array(kind).readonly().describe('What can be entered'),
  fixedBy: z.string().nullable().describe('The variable by which the environment decides alone; null: none'),
  configured: z
    .array(
      z.object({
        id: z.string().describe('Its id'),
        label: z.string().describe('Its name'),
        variable: z.string().describe('The variable that enables it'),
      }),
    )
    .readonly()
    .describe('Those of the environment, which win'),
  providers: z.array(provider).readonly().describe('Those that admins entered'),
});

const groups = z.array(group).readonly();

export const listProviders = route({
  method: 'get',
  path: '/api/admin/providers',
  summary: 'The providers of models, web search and mail, without their keys',
  access: 'auditor',
  reply: z.object({ groups: groups.describe('By what they are for') }),
});

const entered = {
  need: need.describe('What it is for'),
  kind: text(40).min(1).describe('Id of a kind'),
  name: text(60).trim().default('').describe('Name that people see; empty: that of the kind'),
  baseUrl: text(500).trim().nullable().default(null).describe('Its address, for kinds that have one'),
  apiKey: text(500)
    .trim()
    .optional()
    .describe('API key or password; empty: none. Default: the stored one of the same server and user'),
  model: text(200).trim().min(1).nullable().default(null).describe('Default model; null: that of the kind'),
  user: text(320).trim().nullable().default(null).describe('User name of a mail server'),
  sender: text(320).trim().nullable().default(null).describe('Sender of mails'),
};

const id = text(60).min(1).describe('Id of the provider');

/** Makes one call: the list of models or, where there is none, a question; a search; a sign-in to the mail server. */
export const testProvider = route({
  method: 'post',
  path: '/api/admin/providers/test',
  summary: 'Call a provider as it was entered; nothing is stored',
  access: 'admin',
  body: z.strictObject({ ...entered, id: id.optional().describe('The stored one that is meant; absent: a new one') }),
  reply: z.object({
    models: z
      .array(z.object({ id: z.string().describe('Id of the model'), displayName: z.string().describe('Its name') }))
      .describe('The models that it offers; empty for others'),
  }),
});

const saved = success.extend({
  id: z.string().describe('Id of the provider'),
  groups: groups.describe('The state after it'),
});

/** Web search and mail have one provider: then 409. */
export const addProvider = route({
  method: 'post',
  path: '/api/admin/providers',
  summary: 'Test and store a provider, which serves at once in all processes',
  access: 'admin',
  freshProof: true,
  audit: ['provider.connect', 'provider.change', 'settings.change'],
  body: z.strictObject(entered),
  reply: saved,
});

/** 409 where `before` is no longer what is stored. */
export const changeProvider = route({
  method: 'put',
  path: '/api/admin/providers/:id',
  summary: 'Test and change a provider; a new key takes the place of the old one without a restart',
  access: 'admin',
  freshProof: true,
  audit: ['provider.change', 'settings.change'],
  params: z.object({ id }),
  body: z.strictObject({
    ...entered,
    before: z
      .strictObject(shown)
      .optional()
      .describe('The provider as it was read, so that no change of another admin is overwritten; absent: any'),
  }),
  reply: saved,
});

export const removeProvider = route({
  method: 'delete',
  path: '/api/admin/providers/:id',
  summary: 'Remove a provider and its key',
  access: 'admin',
  freshProof: true,
  audit: ['provider.disconnect', 'settings.change'],
  params: z.object({ id }),
  reply: saved,
});

export type ProviderGroup = z.output<typeof group>;
export type EnteredProvider = z.output<typeof provider>;
