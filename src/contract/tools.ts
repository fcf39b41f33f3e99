import { z } from 'zod';

import {
  CALL_DECISIONS,
  MAX_ARGUMENT_CHARACTERS,
  TOOL_MODES,
  TOOL_PROBLEMS,
  TOOL_SERVER_AUTH,
  TOOL_SERVER_ORIGINS,
  TOOL_SERVER_STATES,
} from '../shared/tools.ts';
import { success, text, tier, time } from './common.ts';
import { route } from './route.ts';

/* Servers of the Model Context Protocol, whose tools answer in chats. */

const mode = z.enum(TOOL_MODES).describe('`off`; `auto`: runs by itself; `ask`: each call is allowed or refused');
const serverId = text(64).min(1).describe('Id of the server');
const inServer = z.strictObject({ id: serverId });

const tool = z.object({
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

const server = z.object({
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

const audience = z
  .strictObject({
    tiers: z.array(tier).max(3).nullable().describe('Plans that have it; null: all'),
    groups: z.array(text(64).min(1)).max(100).nullable().describe('Ids of groups that have it; null: all'),
  })
  .describe('Who has it: an account of one of the plans or in one of the groups; both null: everybody');

const adminServer = server.extend({
  enabled: z.boolean().describe('People may use it'),
  audience,
  users: z.number().int().describe('How many accounts have allowed access at its page'),
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

const entered = {
  name: text(60).trim().min(1).describe('Name for people'),
  url: text(500)
    .trim()
    .pipe(z.url({ protocol: /^https?$/ }))
    .describe('Address of its MCP endpoint'),
  auth: z.enum(TOOL_SERVER_AUTH).default('none').describe('How Parley proves itself to it'),
  headers: z.array(header).max(10).default([]).describe('Sent with each request, if `auth` is `headers`'),
};

const NOW = 'The server as it is now';
const changed = success.extend({ server: server.describe(NOW) });
const changedShared = success.extend({ server: adminServer.describe(NOW) });
const chosenMode = z.strictObject({
  tool: text(200).min(1).describe('Name of the tool'),
  mode,
  digest: text(64).min(1).describe('`digest` of the tool as it was shown'),
});

export const listTools = route({
  method: 'get',
  path: '/api/tools',
  summary: 'The servers whose tools this account may use, and their tools',
  access: 'user',
  scopes: ['chat'],
  reply: z.object({
    enabled: z.boolean().describe('Tools of servers may be used here'),
    mayAdd: z.boolean().describe('This account may add servers of its own'),
    servers: z.array(server).describe('By name'),
  }),
});

/** At most 20 per account: then 409 `TOO_MANY_SERVERS`. */
export const addToolServer = route({
  method: 'post',
  path: '/api/tools/servers',
  summary: 'Add a server of one’s own and read its tools',
  access: 'session',
  audit: ['tool-server.add'],
  body: z.strictObject(entered),
  status: 201,
  reply: changed,
});

export const changeToolServer = route({
  method: 'put',
  path: '/api/tools/servers/:id',
  summary: 'Change a server of one’s own; another address forgets its headers and its access',
  access: 'session',
  audit: ['tool-server.change'],
  params: inServer,
  body: z.strictObject(entered),
  reply: changed,
});

export const removeToolServer = route({
  method: 'delete',
  path: '/api/tools/servers/:id',
  summary: 'Remove a server of one’s own',
  access: 'session',
  audit: ['tool-server.remove'],
  params: inServer,
  reply: success,
});

export const refreshToolServer = route({
  method: 'post',
  path: '/api/tools/servers/:id/refresh',
  summary: 'Read the tools of a server anew',
  access: 'session',
  params: inServer,
  reply: changed,
});

/** Another `digest`: 409 `TOOL_CHANGED` with `tool`, as its server describes it now. */
export const setToolMode = route({
  method: 'put',
  path: '/api/tools/servers/:id/mode',
  summary: 'Choose for this account what a tool may do; it also accepts what the tool says of itself now',
  access: 'session',
  params: inServer,
  body: chosenMode,
  reply: changed,
});

/** OAuth 2.1 with PKCE. */
export const signInToToolServer = route({
  method: 'post',
  path: '/api/tools/servers/:id/sign-in',
  summary: 'Begin to allow access at the server’s own page',
  access: 'session',
  params: inServer,
  reply: z.object({ url: z.string().describe('The page to open') }),
});

export const signOutOfToolServer = route({
  method: 'post',
  path: '/api/tools/servers/:id/sign-out',
  summary: 'Forget the access that was allowed',
  access: 'session',
  params: inServer,
  reply: success,
});

export const listToolServers = route({
  method: 'get',
  path: '/api/admin/tool-servers',
  summary: 'The servers of operator and admins',
  access: 'auditor',
  reply: z.object({ servers: z.array(adminServer).describe('By name') }),
});

const enteredByAdmin = {
  ...entered,
  enabled: z.boolean().default(true).describe('People may use it'),
  audience: audience.default({ tiers: null, groups: null }),
};

export const addSharedToolServer = route({
  method: 'post',
  path: '/api/admin/tool-servers',
  summary: 'Add a server for everybody, for plans or for groups, and read its tools',
  access: 'admin',
  freshProof: true,
  audit: ['tool-server.add'],
  body: z.strictObject(enteredByAdmin),
  status: 201,
  reply: changedShared,
});

export const changeSharedToolServer = route({
  method: 'put',
  path: '/api/admin/tool-servers/:id',
  summary: 'Change a server of the installation; of the operator’s only who has it',
  access: 'admin',
  freshProof: true,
  audit: ['tool-server.change'],
  params: inServer,
  body: z.strictObject(enteredByAdmin),
  reply: changedShared,
});

export const removeSharedToolServer = route({
  method: 'delete',
  path: '/api/admin/tool-servers/:id',
  summary: 'Remove a server of the installation, its headers and everybody’s access',
  access: 'admin',
  freshProof: true,
  audit: ['tool-server.remove'],
  params: inServer,
  reply: success,
});

/**
 * `auto` is the most that accounts can choose for a tool whose mode is `auto`; `ask` and `off` are
 * limits. Another `digest`:
 * 409 `TOOL_CHANGED`.
 */
export const setSharedToolMode = route({
  method: 'put',
  path: '/api/admin/tool-servers/:id/mode',
  summary: 'Limit what a tool may do for everybody',
  access: 'admin',
  audit: ['tool-server.change'],
  params: inServer,
  body: chosenMode,
  reply: changedShared,
});

/** Open for an hour. Answered before: 409 `ALREADY_ANSWERED`. */
export const answerToolQuestion = route({
  method: 'post',
  path: '/api/ai/replies/:id/questions/:questionId',
  summary: 'Allow or refuse the call of a tool, or fill in the form of a server',
  access: 'user',
  scopes: ['chat'],
  params: z.strictObject({
    id: text(64).min(1).describe('Id of the reply'),
    questionId: text(64).min(1).describe('Id of the question in its step'),
  }),
  body: z.strictObject({
    decision: z.enum(CALL_DECISIONS).describe('`chat`: also further calls of this tool in this chat'),
    arguments: text(MAX_ARGUMENT_CHARACTERS).optional().describe('JSON in place of the model’s arguments'),
    content: z
      .record(text(200), z.union([text(4000), z.number(), z.boolean(), z.array(text(4000)).max(50)]))
      .optional()
      .describe('What was filled in'),
  }),
  reply: success,
});

/** Servers whose tools are on for a question. */
export const toolServerIds = z
  .array(serverId)
  .max(8)
  .optional()
  .describe('Ids of the servers whose tools may be used. The chat remembers them. Default: those of the chat');

export type ConnectedTool = z.output<typeof tool>;
export type ToolServer = z.output<typeof server>;
export type SharedToolServer = z.output<typeof adminServer>;
