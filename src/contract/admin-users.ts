import { z } from 'zod';

import type { AuditAction } from '../shared/audit.ts';
import { ROLES } from '../shared/roles.ts';
import { PLAN_CHOICES, PLAN_CANCELLATION_ACTIONS } from '../shared/plan-cancellations.ts';
import { REASON_REQUIRED } from '../shared/text.ts';
import { limit } from '../shared/settings/fields.ts';
import { success, text, tier, time } from './common.ts';
import { SORT_ORDERS, USER_SORTS } from '../shared/user-order.ts';
import { route, withFreshProof } from './route.ts';

const reason = text(500).trim().optional().describe('Why; required where rights are changed');
const uid = z.strictObject({ uid: text(64).min(1).describe('Id of the account') });
const count = z.number().int();

const decision = {
  by: z.string().describe('Id of the admin'),
  byName: z.string().describe('Name of the admin'),
  at: time.describe('When it was decided'),
  reason: z.string().describe('Why'),
};

export const userRow = z.object({
  uid: z.string().describe('Id of the account'),
  name: z.string().describe('Its name'),
  email: z.string().nullable().describe('Its address; null: none'),
  phoneNumber: z.string().nullable().describe('Its number, masked; null: none'),
  subscription: tier.describe('The plan, a grant and groups included'),
  tier: tier.describe('The same'),
  authMode: z.enum(['email', 'phone', 'apikey']).describe('How it signs in; `apikey`: it has an API key'),
  firebaseUid: z.string().nullable().describe('Its id at Google; null: none'),
  customLimits: z
    .object({
      dailyMessages: limit.nullable().describe('Messages a day; null: as the plan'),
      moonshotDaily: limit.nullable().describe('Kimi messages a day; null: as the plan'),
      setBy: z.string().describe('Id of the admin'),
      setAt: time.describe('When it was set'),
      reason: z.string().describe('Why'),
    })
    .nullable()
    .describe('Limits of its own; null: those of the plan'),
  usage: z
    .object({ daily: count.describe('Messages'), moonshotDaily: count.describe('Kimi messages') })
    .describe('What it used today'),
  lastActive: z.iso
    .date()
    .nullable()
    .describe('The last day (UTC) with a call of a model that is counted; null: none yet'),
  createdAt: time.describe('When it was made'),
  isAdmin: z.boolean().describe('Whether it is an admin'),
  role: z.enum(ROLES).describe('What it may do here; apart from its plan'),
  emailVerified: z.boolean().describe('The address is proved'),
  hasSecondFactor: z.boolean().describe('Signing in takes a second step'),
  suspended: z.object(decision).nullable().describe('The account is shut out; null: it is not'),
  paid: z
    .object({
      tier: tier.describe('The plan'),
      status: z.enum(['active', 'canceling', 'past_due']).describe('As in the subscription of the account'),
      renews: z.boolean().describe('Whether it is charged again when the paid period ends'),
      periodEnd: time.nullable().describe('When that is; null: unknown'),
    })
    .nullable()
    .default(null)
    .describe('What it pays for; null: nothing'),
  planCancellation: z
    .object({
      action: z
        .enum(PLAN_CANCELLATION_ACTIONS)
        .describe('What was asked for; `restore`: a lifted suspension takes it back'),
      isDone: z.boolean().describe('Whether the payment provider has confirmed it; until then it is tried again'),
    })
    .nullable()
    .default(null)
    .describe('What is to happen to that because of a suspension; null: nothing'),
  granted: z
    .object({
      tier: tier.describe('The granted plan'),
      expiresAt: time.nullable().default(null).describe('When it ends by itself; null: never'),
      ...decision,
    })
    .nullable()
    .describe('A plan that an admin granted without payment; null: none'),
  groups: z
    .array(z.object({ id: z.string().describe('Id of the group'), name: z.string().describe('Its name') }))
    .default([])
    .describe('The groups it belongs to, by name'),
});

const filter = {
  search: text(200).default('').describe('Part of the address, the name or the id'),
  tier: z
    .union([tier, z.enum(['', 'all'])])
    .default('')
    .describe('Only accounts of this plan'),
};

/** `search` looks in email, name and uid; `stats` count all accounts, `total` the matching ones. */
export const listUsers = route({
  method: 'get',
  path: '/api/admin/users',
  summary: 'The accounts',
  access: 'auditor',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    ...filter,
    sort: z
      .enum(USER_SORTS)
      .default('joined')
      .describe('The column to sort by; `active`: the last day with a counted call of a model'),
    order: z.enum(SORT_ORDERS).default('desc').describe('`desc`: the newest or most first'),
  }),
  reply: z.object({
    users: z.array(userRow),
    stats: z.object({
      totalUsers: count,
      freeUsers: count,
      basicUsers: count,
      premiumUsers: count,
      usersWithCustomLimits: count,
    }),
    total: count,
  }),
});

/** In a spreadsheet no cell is a formula. */
export const exportUsers = route({
  method: 'get',
  path: '/api/admin/users/export',
  summary: 'The accounts as a CSV file',
  access: 'admin',
  freshProof: true,
  audit: ['user.export'],
  query: z.strictObject(filter),
  reply: z.string(),
});

const userRoute = <P extends `/api/${string}`, B extends z.ZodType>(
  path: P,
  audit: readonly AuditAction[],
  summary: string,
  body: B,
) =>
  route({
    method: 'post',
    path,
    summary,
    access: 'admin',
    audit,
    params: uid,
    body,
    nonObjectRefusal: REASON_REQUIRED,
    reply: success.extend({ user: userRow.describe('The account after the change') }),
  });

const ownLimits = z
  .strictObject({
    dailyMessages: limit.nullable().describe('Messages a day; null: as the plan'),
    moonshotDaily: limit.nullable().describe('Kimi messages a day; null: as the plan'),
  })
  .nullable();

/** `limits: null` restores the tier's limits. The reason is required. 409 where `before` is no longer what holds. */
export const setUserLimits = userRoute(
  '/api/admin/user/:uid/limits',
  ['user.set-limits'],
  'Set limits for one person',
  z.strictObject({
    limits: ownLimits,
    before: ownLimits
      .optional()
      .describe('The limits as they were read, so that no change of another admin is overwritten; absent: any'),
    reason,
  }),
);

/** Sessions, keys and running replies end within five seconds. The reason is required. */
export const suspendUser = userRoute(
  '/api/admin/user/:uid/suspend',
  ['user.suspend', 'plan.change'],
  'Keep a person out',
  z.strictObject({
    reason,
    plan: z
      .enum(PLAN_CHOICES)
      .default(PLAN_CHOICES[0])
      .describe(
        'The subscription: `period-end` (the default) charges nothing more, and goes on when the suspension is ' +
          'lifted before; `now` ends it with credit for the unused time; `keep` goes on charging',
      ),
  }),
);

export const resumeUser = withFreshProof(
  userRoute(
    '/api/admin/user/:uid/resume',
    ['user.reinstate', 'plan.change'],
    'Let a person in again',
    z.strictObject({ reason }),
  ),
);

/** The reason is required. */
export const verifyAddress = withFreshProof(
  userRoute(
    '/api/admin/user/:uid/verify-email',
    ['user.verify-address'],
    'Mark the address of an account as verified',
    z.strictObject({ reason }),
  ),
);

/** The higher of the paid and the granted tier counts. The reason is required. */
export const grantTier = withFreshProof(
  userRoute(
    '/api/admin/user/:uid/tier',
    ['user.set-tier'],
    'Grant a plan by hand',
    z.strictObject({ tier: tier.nullable().describe('The plan; null revokes the grant'), reason }),
  ),
);

/** Removes app, passkeys and recovery codes, ends all access, and mails the person. The reason is required. */
export const resetSecondFactor = withFreshProof(
  userRoute(
    '/api/admin/user/:uid/second-factor',
    ['second-factor.reset'],
    'Reset the second factor of a person who has lost it',
    z.strictObject({ reason }),
  ),
);

/** The last admin keeps the role. The reason is required. */
export const setRole = withFreshProof(
  userRoute(
    '/api/admin/user/:uid/role',
    ['user.set-role'],
    'Make a person admin, auditor or neither',
    z.strictObject({ role: z.enum(ROLES).describe('The role from now on'), reason }),
  ),
);

/** The reason is required. */
export const deleteUser = route({
  method: 'post',
  path: '/api/admin/user/:uid/delete',
  summary: 'Delete a person and everything of theirs',
  access: 'admin',
  freshProof: true,
  audit: ['user.delete', 'plan.change'],
  params: uid,
  body: z.strictObject({
    confirm: text(254).describe('The account’s address again, or its id if it has none'),
    reason,
  }),
  reply: success,
});

export type AdminUserRow = z.output<typeof userRow>;
