import { z } from 'zod';

import { signedIn, success, text } from './common.ts';
import { route } from './route.ts';

const code = text(20)
  .trim()
  .regex(/^[\d\s]{6,9}$/, 'must be 6 digits');
const recoveryCode = text(40).trim().min(1);
const recoveryCodes = z.array(z.string()).describe('Ten codes for a lost app, each of use once; only in this response');

/** Ours: follows a sign-in that failed with `SECOND_FACTOR_NEEDED`. */
export const completeSignIn = route({
  method: 'post',
  path: '/api/auth/second-factor',
  summary: 'Finish a sign-in with a second factor',
  access: 'anyone',
  audit: ['session.start', 'recovery-code.use'],
  way: 'second-factor',
  body: z.strictObject({
    challenge: text(512).min(1).describe('From the failure of the first step'),
    proof: z
      .union([z.strictObject({ code }), z.strictObject({ recoveryCode })])
      .describe('A code of the authenticator app, or a recovery code'),
  }),
  reply: signedIn,
});

export const getSecondFactors = route({
  method: 'get',
  path: '/api/account/second-factor',
  summary: 'The second factors of this account',
  access: 'session',
  reply: z.object({
    totpSince: z.iso.datetime().nullable().describe('When the authenticator app was confirmed; null: none'),
    recoveryCodesLeft: z.number().int().describe('Unused recovery codes'),
  }),
});

export const proposeTotp = route({
  method: 'post',
  path: '/api/account/second-factor/totp',
  summary: 'Make a secret for an authenticator app, which a first code confirms',
  access: 'recent-session',
  reply: z.object({
    secret: z.string().describe('In base32, for typing'),
    uri: z.string().describe('The same for a QR code'),
  }),
  status: 201,
});

/** Other sessions end. */
export const confirmTotp = route({
  method: 'post',
  path: '/api/account/second-factor/totp/confirm',
  summary: 'Confirm the authenticator app with its first code; from now on signing in asks for one',
  access: 'recent-session',
  audit: ['second-factor.add'],
  body: z.strictObject({ code: code.describe('The code that the app shows') }),
  reply: z.object({ recoveryCodes }),
});

export const removeTotp = route({
  method: 'delete',
  path: '/api/account/second-factor/totp',
  summary: 'Remove the authenticator app',
  access: 'recent-session',
  audit: ['second-factor.remove'],
  reply: success,
});

export const renewRecoveryCodes = route({
  method: 'post',
  path: '/api/account/second-factor/recovery-codes',
  summary: 'Make new recovery codes; the earlier ones end',
  access: 'recent-session',
  audit: ['recovery-code.renew'],
  reply: z.object({ recoveryCodes }),
  status: 201,
});
