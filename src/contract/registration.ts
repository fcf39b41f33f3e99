import { z } from 'zod';

import { email, language, success, text, tier, time } from './common.ts';
import { route } from './route.ts';

/* Invitations, and requests for an account where an admin approves. All ours. */

const MAX_DAYS = 365;
const MAX_TIER_DAYS = 3660;
const MAX_USES = 100;

const paidTier = tier.exclude(['free']);
const id = z.strictObject({ id: text(64).min(1).describe('Its id') });
const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Rows of a page'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Rows before it'),
});

/** Does not use it up, so that the page can say what it is for. */
export const checkInvitation = route({
  method: 'post',
  path: '/api/auth/invitation',
  summary: 'What an invitation is for',
  access: 'anyone',
  body: z.strictObject({ token: text(128).trim().min(1).describe('The token of its link') }),
  reply: z.object({
    email: z.string().nullable().describe('The only address that it is for; null: any'),
    tier: tier.nullable().describe('The plan that the account gets; null: none'),
    byName: z.string().describe('Name of the admin who invites'),
    expiresAt: time.describe('When it ends'),
  }),
});

const listedInvitation = z.object({
  id: z.string().describe('Its id'),
  email: z.string().nullable().describe('The only address that it is for; null: any'),
  tier: tier.nullable().describe('The plan that accounts get; null: none'),
  tierDays: z.number().int().nullable().describe('How many days they have it; null: without end'),
  uses: z.number().int().describe('Accounts that it may make'),
  used: z.number().int().describe('Accounts that it made'),
  usedBy: z
    .array(
      z.object({
        uid: z.string().describe('Id of the account'),
        name: z.string().describe('Its name'),
        at: time.describe('When it was made'),
      }),
    )
    .describe('Those that still exist, newest first'),
  byName: z.string().describe('Name of the admin who made it'),
  createdAt: time.describe('When it was made'),
  expiresAt: time.describe('When it ends'),
  revokedAt: time.nullable().describe('When it was revoked; null: it was not'),
});

export const listInvitations = route({
  method: 'get',
  path: '/api/admin/invitations',
  summary: 'The invitations, newest first; until 30 days after their end',
  access: 'auditor',
  query: page,
  reply: z.object({
    invitations: z.array(listedInvitation).describe('One page of them'),
    total: z.number().int().describe('All of them'),
  }),
});

export const createInvitation = route({
  method: 'post',
  path: '/api/admin/invitations',
  summary: 'Invite a person, or whoever gets the link',
  access: 'admin',
  freshProof: true,
  audit: ['invitation.create'],
  body: z.strictObject({
    email: email.nullable().describe('Mailed there, and only for this address; null: only a link'),
    language: language.default('en').describe('Of the mail'),
    tier: paidTier.nullable().default(null).describe('A plan for the new accounts, as if granted by hand; null: none'),
    tierDays: z
      .number()
      .int()
      .min(1)
      .max(MAX_TIER_DAYS)
      .nullable()
      .default(null)
      .describe('How many days they have the plan; null: without end'),
    days: z.number().int().min(1).max(MAX_DAYS).default(7).describe('How many days it can be used'),
    uses: z.number().int().min(1).max(MAX_USES).default(1).describe('Accounts that it may make; 1 with an address'),
  }),
  reply: z.object({
    id: z.string().describe('Its id'),
    link: z.string().describe('Opens the page with it. Shown once'),
    isMailed: z.boolean().nullable().describe('False: the mail could not be sent. Null: there is none'),
  }),
  status: 201,
});

/** Accounts that were made with it stay. */
export const revokeInvitation = route({
  method: 'delete',
  path: '/api/admin/invitations/:id',
  summary: 'Revoke an invitation',
  access: 'admin',
  audit: ['invitation.revoke'],
  params: id,
  reply: success,
});

const registrationRequest = z.object({
  id: z.string().describe('Its id'),
  email: z.string().nullable().describe('The address; null: none'),
  emailVerified: z.boolean().describe('The address is proved; otherwise somebody typed it'),
  phoneNumber: z.string().nullable().describe('The number, masked; null: none'),
  name: z.string().describe('The name'),
  way: z.enum(['password', 'phone', 'google', 'provider']).describe('How the person will sign in'),
  provider: z.string().nullable().describe('Id of the sign-in provider; null: none'),
  createdAt: time.describe('When it was asked for'),
  expiresAt: time.describe('When the request ends undecided'),
  declined: z
    .object({
      byName: z.string().describe('Name of the admin'),
      at: time.describe('When'),
      reason: z.string().describe('Why, as the person was told; empty: not said'),
    })
    .nullable()
    .describe('The answer was no; null: undecided'),
});

export const listRegistrationRequests = route({
  method: 'get',
  path: '/api/admin/registration-requests',
  summary: 'Who asks for an account, undecided ones first',
  access: 'auditor',
  query: page,
  reply: z.object({
    requests: z.array(registrationRequest).describe('One page of them'),
    total: z.number().int().describe('All of them'),
    waiting: z.number().int().describe('Those that are undecided'),
  }),
});

export const approveRegistration = route({
  method: 'post',
  path: '/api/admin/registration-requests/:id/approve',
  summary: 'Make the account that was asked for, and mail its person',
  access: 'admin',
  freshProof: true,
  audit: ['registration.approve'],
  params: id,
  reply: success,
});

/** The same address cannot ask again for 30 days; an admin can still approve it. */
export const declineRegistration = route({
  method: 'post',
  path: '/api/admin/registration-requests/:id/decline',
  summary: 'Decline a request for an account, and mail its person',
  access: 'admin',
  audit: ['registration.decline'],
  params: id,
  body: z.strictObject({ reason: text(500).trim().describe('Told to the person; empty: not said') }),
  reply: success,
});
