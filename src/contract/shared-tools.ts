import { z } from 'zod';

import { success, text, tier } from './common.ts';
import { route } from './route.ts';
import { chosenMode, entered, inServer, server } from './tool-server.ts';

/* Servers of tools that operator and admins connect for the installation. */

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

const changedShared = success.extend({ server: adminServer.describe('The server as it is now') });

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

/** 409 where `before` is no longer what is stored. */
export const changeSharedToolServer = route({
  method: 'put',
  path: '/api/admin/tool-servers/:id',
  summary: 'Change a server of the installation; of the operator’s only who has it',
  access: 'admin',
  freshProof: true,
  audit: ['tool-server.change'],
  params: inServer,
  body: z.strictObject({
    ...enteredByAdmin,
    before: adminServer
      .pick({ name: true, url: true, auth: true, headerNames: true, enabled: true, audience: true })
      .strict()
      .optional()
      .describe('The server as it was read, so that no change of another admin is overwritten; absent: any'),
  }),
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

export type SharedToolServer = z.output<typeof adminServer>;
