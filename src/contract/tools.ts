import { z } from 'zod';

import { CALL_DECISIONS, MAX_ARGUMENT_CHARACTERS } from '../shared/tools.ts';
import { success, text } from './common.ts';
import { route } from './route.ts';
import { chosenMode, entered, inServer, server, serverId, type tool } from './tool-server.ts';

/* Servers of the Model Context Protocol, whose tools answer in chats: what an account has and does. */

const changed = success.extend({ server: server.describe('The server as it is now') });

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
