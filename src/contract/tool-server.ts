import { z } from 'zod';

import {
  TOOL_MODES,
  TOOL_PROBLEMS,
  TOOL_SERVER_AUTH,
  TOOL_SERVER_ORIGINS,
  TOOL_SERVER_STATES,
} from '../shared/tools.ts';
import { text, time } from './common.ts';

/* What the calls about servers of the Model Context Protocol take and answer, of one's own and of the installation. */

const mode = z.enum(TOOL_MODES).describe('`off`; `auto`: runs by itself; `ask`: each call is allowed or refused');
export const serverId = text(64).min(1).describe('Id of the server');
export const inServer = z.strictObject({ id: serverId });

export const tool = z.object({
  name: z.string().describe('Its name at the server'),
  title: z.string().describe('Its name for people'),
  description: z.string().describe('What it does, in the words of the server'),
  mode,
  readOnly: z.boolean().describe('The server says that it changes nothing'),
  changed: z.boolean().describe('Its description or arguments changed since its mode was chosen: it asks again'),
  digest: z.string().describe('Of its name, description and arguments: a mode is chosen for what was shown'),
});

const problem = z
  .object({
    code: z.enum(TOOL_PROBLEMS).describe('The reason'),
    status: z.number().int().nullable().describe('What the server answered by HTTP, where that is the reason'),
  })
  .nullable()
  .describe('Why it cannot be used; null: it can');

export const server = z.object({
  id: serverId,
  name: z.string().describe('Its name'),
  origin: z.enum(TOOL_SERVER_ORIGINS).describe('Who added it'),
  url: z.string().nullable().describe('Its address; null: not for this account, or a program of this machine'),
  auth: z.enum(TOOL_SERVER_AUTH).describe('How Parley proves itself to it'),
  headerNames: z.array(z.string()).describe('Names of the stored headers, whose values are never returned'),
  state: z
    .enum(TOOL_SERVER_STATES)
    .describe('`sign-in`: access has to be allowed at its own page first; `off`: this account may not use it now'),
  problem,
  checkedAt: time.nullable().describe('When its tools were read; null: not yet'),
  signedIn: z.boolean().describe('This account has allowed access at its page'),
  tools: z.array(tool).describe('Its tools'),
});

const header = z.strictObject({
  name: text(100)
    .trim()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header')
    .describe('Name of the header'),
  value: text(4000)
    .min(1)
    .optional()
    .describe('Its value. Default: the stored one of the same name, if the address stays'),
});

export const entered = {
  name: text(60).trim().min(1).describe('Name for people'),
  url: text(500)
    .trim()
    .pipe(z.url({ protocol: /^https?$/ }))
    .describe('Address of its MCP endpoint'),
  auth: z.enum(TOOL_SERVER_AUTH).default('none').describe('How Parley proves itself to it'),
  headers: z.array(header).max(10).default([]).describe('Sent with each request, if `auth` is `headers`'),
};

export const chosenMode = z.strictObject({
  tool: text(200).min(1).describe('Name of the tool'),
  mode,
  digest: text(64).min(1).describe('`digest` of the tool as it was shown'),
});
