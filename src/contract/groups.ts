import { z } from 'zod';

import { SPECIFIC_AGENT_TYPES } from '../shared/agent-types.ts';
import { TOOL_NAMES } from '../shared/group-rights.ts';
import { limit } from '../shared/settings/fields.ts';
import { REASON_REQUIRED } from '../shared/text.ts';
import { success, text, tier, time } from './common.ts';
import { route } from './route.ts';

const reason = text(500).trim().optional().describe('Why; required where rights are changed');
const groupId = text(64).min(1).describe('Id of the group');
const uid = text(64).min(1).describe('Id of the account');
const count = z.number().int();

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const TWICE = 'names something twice';

const limits = z
  .strictObject({
    dailyMessages: limit.nullable().describe('Messages a day; -1: no limit, null: as the plan'),
    moonshotDaily: limit.nullable().describe('Kimi messages a day, in the same way'),
    agentRequests: limit.nullable().describe('Agent requests a day, in the same way'),
  })
  .describe(
    'Limits in place of the plan’s. Of several groups the highest counts; limits of one’s own count before them',
  );

const terms = {
  name: text(80).trim().min(1).describe('Shown to admins and, in their own data, to members'),
  description: text(500).trim().default('').describe('What it is for'),
  tier: tier.nullable().describe('Members have at least this plan; null: their own'),
  limits,
  models: z
    .array(text(200).trim().min(1))
    .min(1)
    .max(500)
    .refine(isUnique, TWICE)
    .nullable()
    .describe('Ids of the only models that members may choose, whatever their plan; null: those of the plan'),
  agents: z
    .array(z.enum(SPECIFIC_AGENT_TYPES))
    .max(SPECIFIC_AGENT_TYPES.length)
    .refine(isUnique, TWICE)
    .nullable()
    .describe('The only agents, whatever the plan; empty: none, null: those of the plan'),
  tools: z
    .array(z.enum(TOOL_NAMES))
    .max(TOOL_NAMES.length)
    .refine(isUnique, TWICE)
    .nullable()
    .describe(
      'The only tools; `web_search` also is the search before an answer, `connected_tools` those of connected ' +
        'servers. Empty: none, null: all',
    ),
  claims: z
    .array(
      z.strictObject({
        provider: text(64).min(1).describe('Id of the sign-in provider'),
        value: text(200).trim().min(1).describe('A value of its claim that names groups'),
      }),
    )
    .max(50)
    .default([])
    .describe('Whom sign-in providers make members, at each sign-in'),
};

const group = z.object({
  id: groupId,
  ...terms,
  createdAt: time.describe('When it was made'),
  members: count.describe('How many accounts belong to it'),
});

const member = z.object({
  uid,
  name: z.string().describe('Name of the account'),
  email: z.string().nullable().describe('Its address; null: none'),
  since: time.describe('Member since'),
  byHand: z.boolean().describe('An admin added them'),
  providers: z.array(z.string()).describe('Ids of the sign-in providers whose claims made them a member'),
});

const inGroup = z.strictObject({ id: groupId });

export const listGroups = route({
  method: 'get',
  path: '/api/admin/groups',
  summary: 'The groups and what they give',
  access: 'auditor',
  reply: z.object({
    groups: z.array(group).describe('By name'),
    providers: z
      .array(z.object({ id: z.string().describe('Its id'), label: z.string().describe('Its name on the button') }))
      .describe('Sign-in providers whose claims name groups'),
  }),
});

export const createGroup = route({
  method: 'post',
  path: '/api/admin/groups',
  summary: 'Make a group',
  access: 'admin',
  freshProof: true,
  audit: ['group.create'],
  body: z.strictObject(terms),
  status: 201,
  reply: success.extend({ id: groupId }),
});

/** Replaces all that a group gives. The reason is required. 409 where `before` is no longer what it gives. */
export const changeGroup = route({
  method: 'put',
  path: '/api/admin/groups/:id',
  summary: 'Change a group',
  access: 'admin',
  freshProof: true,
  audit: ['group.change'],
  params: inGroup,
  body: z.strictObject({
    ...terms,
    before: z
      .strictObject(terms)
      .optional()
      .describe('The group as it was read, so that no change of another admin is overwritten; absent: whatever it is'),
    reason,
  }),
  nonObjectRefusal: REASON_REQUIRED,
  reply: success,
});

/** The members lose what it gave, with their next call. The reason is required. */
export const deleteGroup = route({
  method: 'post',
  path: '/api/admin/groups/:id/delete',
  summary: 'Delete a group',
  access: 'admin',
  freshProof: true,
  audit: ['group.delete'],
  params: inGroup,
  body: z.strictObject({ reason }),
  nonObjectRefusal: REASON_REQUIRED,
  reply: success,
});

export const listMembers = route({
  method: 'get',
  path: '/api/admin/groups/:id/members',
  summary: 'The members of a group',
  access: 'auditor',
  params: inGroup,
  query: z.strictObject({
    search: text(200).default('').describe('Part of the address, the name or the id'),
    limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many of them'),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0).describe('How many to leave out before them'),
  }),
  reply: z.object({ members: z.array(member).describe('By name'), total: count.describe('How many match') }),
});

export const addMembers = route({
  method: 'post',
  path: '/api/admin/groups/:id/members',
  summary: 'Add people to a group',
  access: 'admin',
  freshProof: true,
  audit: ['group.add-members'],
  params: inGroup,
  body: z.strictObject({ uids: z.array(uid).min(1).max(100).describe('Accounts; unknown ones are ignored') }),
  reply: success.extend({ added: count.describe('How many were no members by hand before') }),
});

/** One whom a provider's claims made a member comes back with the next sign-in there. */
export const removeMember = route({
  method: 'delete',
  path: '/api/admin/groups/:id/members/:uid',
  summary: 'Remove a person from a group',
  access: 'admin',
  audit: ['group.remove-member'],
  params: z.strictObject({ id: groupId, uid }),
  reply: success,
});

export type GroupRow = z.output<typeof group>;
export type MemberRow = z.output<typeof member>;
