import { z } from 'zod';

import { code, secondFactorProof, signedIn, success, text } from './common.ts';
import { route } from './route.ts';

const recoveryCodes = z.array(z.string()).describe('Ten codes for a lost app, each of use once; only in this response');

const firstRecoveryCodes = recoveryCodes
  .nullable()
  .describe('Ten recovery codes with the first second factor, only in this response; else null');

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
    proof: secondFactorProof,
  }),
  reply: signedIn,
});

export const getSecondFactors = route({
  method: 'get',
  path: '/api/account/second-factor',
  summary: 'The second factors of this account',
  access: 'session',
  withoutSecondFactor: true,
  reply: z.object({
    totpSince: z.iso.datetime().nullable().describe('When the authenticator app was confirmed; null: none'),
    recoveryCodesLeft: z.number().int().describe('Unused recovery codes'),
    passkeys: z
      .array(
        z.object({
          id: z.string().describe('Its id'),
          name: z.string().describe('Its name'),
          createdAt: z.iso.datetime().describe('When it was added'),
          lastUsedAt: z.iso.datetime().nullable().describe('When it was last used; null: never'),
        }),
      )
      .describe('The passkeys, oldest first'),
  }),
});

export const proposeTotp = route({
  method: 'post',
  path: '/api/account/second-factor/totp',
  summary: 'Make a secret for an authenticator app, which a first code confirms',
  access: 'session',
  freshProof: true,
  withoutSecondFactor: true,
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
  access: 'session',
  freshProof: true,
  withoutSecondFactor: true,
  audit: ['second-factor.add'],
  body: z.strictObject({ code: code.describe('The code that the app shows') }),
  reply: z.object({ recoveryCodes: firstRecoveryCodes }),
});

export const removeTotp = route({
  method: 'delete',
  path: '/api/account/second-factor/totp',
  summary: 'Remove the authenticator app',
  access: 'session',
  freshProof: true,
  audit: ['second-factor.remove'],
  reply: success,
});

export const renewRecoveryCodes = route({
  method: 'post',
  path: '/api/account/second-factor/recovery-codes',
  summary: 'Make new recovery codes; the earlier ones end',
  access: 'session',
  freshProof: true,
  audit: ['recovery-code.renew'],
  reply: z.object({ recoveryCodes }),
  status: 201,
});

const encoded = (max: number) => text(max).regex(/^[\w-]+$/, 'must be base64url');
const credentialId = encoded(1400).describe('Id of the credential, base64url');
/** What a browser answers; `response` differs by call. */
const credential = <R extends z.ZodRawShape>(response: R) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key').describe('Always `public-key`'),
    response: z
      .object({ clientDataJSON: encoded(8192).describe('base64url'), ...response })
      .describe('What the authenticator signed'),
  });
const passkeyOptions = z
  .record(z.string(), z.unknown())
  .describe('JSON of the Web Authentication API, for `navigator.credentials`');

export const startPasskey = route({
  method: 'post',
  path: '/api/account/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  access: 'session',
  freshProof: true,
  withoutSecondFactor: true,
  reply: z.object({ options: passkeyOptions }),
});

/** With the first second factor other sessions end. */
export const addPasskey = route({
  method: 'post',
  path: '/api/account/passkeys',
  summary: 'Register a passkey; from now on a password alone does not sign in',
  access: 'session',
  freshProof: true,
  withoutSecondFactor: true,
  audit: ['second-factor.add'],
  body: z.strictObject({
    name: text(60).trim().min(1).describe('What the person calls it'),
    answer: credential({
      attestationObject: encoded(65_536).describe('base64url'),
      transports: z.array(text(20)).max(10).optional().describe('How the authenticator is reached'),
    }).describe('The JSON of the new credential'),
  }),
  reply: z.object({ recoveryCodes: firstRecoveryCodes }),
  status: 201,
});

export const removePasskey = route({
  method: 'delete',
  path: '/api/account/passkeys/:id',
  summary: 'Remove a passkey',
  access: 'session',
  freshProof: true,
  audit: ['second-factor.remove'],
  params: z.strictObject({ id: text(64).min(1).describe('Id of the passkey') }),
  reply: success,
});

export const startPasskeySignIn = route({
  method: 'post',
  path: '/api/auth/passkey/options',
  summary: 'What the browser needs to sign in with a passkey',
  access: 'anyone',
  reply: z.object({ options: passkeyOptions }),
});

/** Also the second step of a sign-in that began with a password: a passkey stands for both. */
export const signInWithPasskey = route({
  method: 'post',
  path: '/api/auth/passkey',
  summary: 'Sign in with a passkey',
  access: 'anyone',
  audit: ['session.start'],
  way: 'passkey',
  body: z.strictObject({
    answer: credential({
      authenticatorData: encoded(8192).describe('base64url'),
      signature: encoded(4096).describe('base64url'),
      userHandle: encoded(200).optional().describe('base64url'),
    }).describe('The JSON of the credential'),
  }),
  reply: signedIn,
});
