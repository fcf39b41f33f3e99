import { z } from 'zod';

import { secondFactorProof, success, text } from './common.ts';
import { route } from './route.ts';

/** Ours, all of them. */
export const listSessions = route({
  method: 'get',
  path: '/api/auth/sessions',
  summary: 'The open sessions of the account, the last used first',
  access: 'session',
  withoutSecondFactor: true,
  reply: z.object({
    sessions: z
      .array(
        z.object({
          id: z.string().describe('Its id'),
          device: z.string().describe('Browser and system, such as `Firefox, Windows`; empty: unknown'),
          method: z
            .string()
            .describe(
              'How it was started: `password`, `phone`, `google`, `provider`, `link`, `setup`, `two-step`, ' +
                '`passkey`; `unknown` for old ones',
            ),
          createdAt: z.iso.datetime().describe('When it was started'),
          lastUsedAt: z.iso.datetime().describe('When it was last used, to five minutes'),
          current: z.boolean().describe('The session of this call'),
        }),
      )
      .describe('The sessions'),
  }),
});

export const endSession = route({
  method: 'delete',
  path: '/api/auth/sessions/:id',
  summary: 'End one session of the account',
  access: 'session',
  audit: ['session.end'],
  params: z.strictObject({ id: text(64).min(1).describe('Id of the session') }),
  reply: success,
});

export const endOtherSessions = route({
  method: 'delete',
  path: '/api/auth/sessions',
  summary: 'End all sessions of the account but this one; API keys stay',
  access: 'session',
  audit: ['session.end-all'],
  reply: success,
});

/** One proof. 403 with `field` when it is wrong. */
export const reauthenticate = route({
  method: 'post',
  path: '/api/auth/reauthenticate',
  summary: 'Confirm who it is, for calls that require it within ten minutes',
  access: 'session',
  audit: ['session.confirm'],
  withoutSecondFactor: true,
  body: z.strictObject({
    password: text(128).min(1).optional().describe('The password, of an account without a second factor'),
    proof: secondFactorProof.optional(),
    providerCode: text(512)
      .min(1)
      .optional()
      .describe('In place of the password: the one-time code of a finished sign-in at a provider'),
    firebaseToken: text(8192).min(1).optional().describe('The same for Google by Firebase: its token'),
    sessionToken: text(512)
      .min(1)
      .optional()
      .describe('In place of all: the token of a new sign-in to the same account, which ends by this'),
  }),
  reply: success,
});
