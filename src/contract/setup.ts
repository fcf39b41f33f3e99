import { z } from 'zod';

import { PURPOSES, SETUP_STEPS } from '../shared/purposes.ts';
import { registration } from '../shared/settings/registration.ts';
import { success, text } from './common.ts';
import { route } from './route.ts';

/* The owner's guide after the first start, which the Admin Panel shows again. */

const purpose = z.enum(PURPOSES);
const step = z.enum(SETUP_STEPS);

const domains = registration.shape.domains;

const modelServerKind = z.object({
  id: z.string().describe('Id of the kind'),
  label: z.string().describe('Its name'),
  needsAddress: z.boolean().describe('It has an address of its own'),
  needsKey: z.boolean().describe('It works with an API key only'),
});

const connectedServer = z.object({
  provider: z.string().describe('Id of its kind'),
  baseUrl: z.string().nullable().describe('Its address; null: that of the kind'),
  model: z.string().describe('Its default model'),
  hasKey: z.boolean().describe('An API key is stored; it is never returned'),
});

const setup = z.object({
  steps: z.array(step).readonly().describe('The steps that were done or skipped'),
  purpose: purpose.nullable().describe('Who uses this installation, as last chosen; null: not yet'),
  domains: domains.describe('The domains whose addresses may register; empty: any'),
  models: z
    .object({
      kinds: z.array(modelServerKind).readonly().describe('What can be connected'),
      variables: z.array(z.string()).readonly().describe('Variables that decide; empty: a server can be connected'),
      answering: z.array(z.string()).readonly().describe('Names of the providers that answer'),
      isDemo: z.boolean().describe('The built-in demo model answers'),
      connected: connectedServer.nullable().describe('The connected server; null: none'),
    })
    .describe('The language models'),
  mail: z
    .object({
      isSandbox: z.boolean().describe('Mails stay on this server'),
      label: z.string().describe('What sends them: server and sender, without secrets'),
      variables: z.array(z.string()).readonly().describe('The variables that set it'),
    })
    .describe('The mail server'),
});

export const getSetup = route({
  method: 'get',
  path: '/api/admin/setup',
  summary: 'How this installation is set up',
  access: 'admin',
  reply: setup,
});

/** One transaction and one line of the server events; each setting can be changed by itself later. */
export const choosePurpose = route({
  method: 'post',
  path: '/api/admin/setup/purpose',
  summary: 'Set registration, trial, limits and agents by who uses this installation',
  access: 'admin',
  freshProof: true,
  audit: ['settings.change'],
  body: z.strictObject({
    purpose: purpose.describe('Who uses it'),
    domains: domains.default([]).describe('For a team: only addresses of these domains may register'),
  }),
  reply: success.extend({ setup: setup.describe('The state after it') }),
});

const server = {
  provider: text(40).min(1).describe('Id of a kind'),
  baseUrl: text(500).trim().nullable().default(null).describe('Its address, for kinds that have one'),
  apiKey: text(500).trim().optional().describe('Its API key; empty: none. Default: the stored one of the same server'),
};

const model = text(200).trim().min(1);

/** Calls the server. Private addresses are allowed, since an admin names them. */
export const testModelServer = route({
  method: 'post',
  path: '/api/admin/setup/models/test',
  summary: 'Ask a server of language models what it offers; nothing is stored',
  access: 'admin',
  body: z.strictObject({ ...server, model: model.optional().describe('A model to ask where the server has no list') }),
  reply: z.object({
    models: z
      .array(z.object({ id: z.string().describe('Id of the model'), displayName: z.string().describe('Its name') }))
      .describe('The models, as the server orders them'),
  }),
});

export const connectModelServer = route({
  method: 'post',
  path: '/api/admin/setup/models',
  summary: 'Connect a server of language models, which takes the demo model’s place at once',
  access: 'admin',
  freshProof: true,
  audit: ['provider.connect', 'provider.change', 'provider.disconnect', 'settings.change'],
  body: z.strictObject({ ...server, model: model.describe('Its default model') }),
  reply: success.extend({ setup: setup.describe('The state after it') }),
});

export const disconnectModelServer = route({
  method: 'delete',
  path: '/api/admin/setup/models',
  summary: 'Remove the connected server and its key',
  access: 'admin',
  freshProof: true,
  audit: ['provider.disconnect', 'settings.change'],
  reply: success.extend({ setup: setup.describe('The state after it') }),
});

export const sendTestMail = route({
  method: 'post',
  path: '/api/admin/setup/mail',
  summary: 'Send a mail to the own address',
  access: 'admin',
  reply: z.object({
    sentTo: z.string().nullable().describe('The address; null: it could not be sent'),
    detail: z.string().describe('Why not, without secrets; empty: it was sent'),
  }),
});

export const skipSetupStep = route({
  method: 'post',
  path: '/api/admin/setup/skip',
  summary: 'Remember that a step of the guide is not wanted',
  access: 'admin',
  body: z.strictObject({ step: step.describe('The step') }),
  reply: success.extend({ setup: setup.describe('The state after it') }),
});

export type Setup = z.output<typeof setup>;
export type SetupStep = z.output<typeof step>;
