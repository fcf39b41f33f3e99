import { z } from 'zod';

import { REGISTRATION_MODES } from '../shared/settings/registration.ts';
import { SIGN_IN_BRANDS } from '../shared/sign-in-brands.ts';
import { email, invitation, newPassword, registrationInput, signedIn, success, text } from './common.ts';
import { route } from './route.ts';

/** Digits as typed; the server combines them with the calling code to E.164. */
const phone = {
  phoneNumber: text(40).trim().min(1),
  countryCode: z
    .string()
    .regex(/^\+\d{1,4}$/, 'must be + and 1 to 4 digits')
    .default('+1'),
};
const secret = text(512).trim().min(1);

/** Ours: the dialog needs no build-time settings. */
export const signInWays = route({
  method: 'get',
  path: '/api/auth/ways',
  summary: 'Which ways of signing in this server offers',
  access: 'anyone',
  reply: z.object({
    google: z.boolean().describe('With Google'),
    phone: z.boolean().describe('With a code to a phone'),
    email: z.boolean().describe('With address and password'),
    oidc: z
      .array(
        z.object({
          id: z.string().describe('Its id; `/api/auth/oidc/ID/start` is the page for a popup'),
          label: z.string().describe('Its shown name'),
          icon: z.enum(SIGN_IN_BRANDS).nullable().describe('Its logo; null: none'),
        }),
      )
      .describe('With a sign-in provider; its popup posts a one-time code to the BroadcastChannel `parley-identity`'),
    registration: z
      .enum(REGISTRATION_MODES)
      .describe('Who can make an account: anybody, the invited, whom an admin approves, or nobody'),
    googleUrl: z
      .string()
      .nullable()
      .describe('Page for a popup, which posts the ID token to the BroadcastChannel `parley-identity`; null: none'),
    captcha: z
      .object({
        provider: z.enum(['builtin', 'turnstile', 'hcaptcha']).describe('Which captcha'),
        siteKey: z.string().nullable().describe('Its public key; null: it has none'),
        scriptUrl: z.string().nullable().describe('Its script; null: it has none'),
        always: z.boolean().describe('Every registration requires it'),
      })
      .describe('The captcha of registration'),
    outboxUrl: z.string().nullable().describe('The page with mails and codes of a sandbox; null: none'),
  }),
});

export const firebaseExchange = route({
  method: 'post',
  path: '/api/auth/firebase-exchange',
  summary: 'Sign in with a Firebase ID token',
  access: 'anyone',
  audit: ['session.start', 'account.register', 'registration.request', 'account.link'],
  way: 'identity-provider',
  body: z.strictObject({ firebaseToken: text(8192).min(1), ...registrationInput }),
  reply: signedIn,
});

/** Ours: the last step of a sign-in at a provider. */
export const providerSession = route({
  method: 'post',
  path: '/api/auth/oidc/session',
  summary: 'Sign in with the one-time code of a finished sign-in at a provider',
  audit: ['session.start', 'account.register', 'registration.request', 'admin.grant'],
  way: 'identity-provider',
  access: 'anyone',
  body: z.strictObject({ code: secret.describe('What the popup posted'), ...registrationInput }),
  reply: signedIn,
});

const linkedWays = z.object({
  identities: z
    .array(
      z.object({
        id: z.string().describe('Its id'),
        provider: z.string().nullable().describe('Id of the sign-in provider; null: Google'),
        label: z.string().describe('Its shown name'),
        icon: z.enum(SIGN_IN_BRANDS).nullable().describe('Its logo; null: none'),
        createdAt: z.iso.datetime().describe('Linked at'),
      }),
    )
    .describe('Accounts elsewhere that sign in here'),
  hasPassword: z.boolean().describe('A password signs in too'),
});

/** Ours. */
export const listIdentities = route({
  method: 'get',
  path: '/api/auth/identities',
  summary: 'Which accounts elsewhere sign in to this account',
  access: 'session',
  reply: linkedWays,
});

/** Ours. */
export const linkIdentity = route({
  method: 'post',
  path: '/api/auth/identities',
  summary: 'Link an account elsewhere with the one-time code of a finished sign-in there',
  audit: ['account.link'],
  access: 'session',
  freshProof: true,
  body: z.strictObject({ code: secret.describe('What the popup posted') }),
  reply: linkedWays,
});

/** Ours. */
export const unlinkIdentity = route({
  method: 'delete',
  path: '/api/auth/identities/:id',
  summary: 'Unlink an account elsewhere; never the last way in',
  audit: ['account.unlink'],
  access: 'session',
  freshProof: true,
  params: z.strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Its id'),
  }),
  reply: linkedWays,
});

export const sendSms = route({
  method: 'post',
  path: '/api/auth/send-sms',
  summary: 'Send a sign-in code to a phone',
  access: 'anyone',
  body: z.strictObject({ ...phone, invitation }),
  reply: success.extend({ devCode: z.string().optional() }),
  refusal: 'SMS send failed',
});

export const verifySms = route({
  method: 'post',
  path: '/api/auth/verify-sms',
  summary: 'Sign in with the code that was sent to a phone',
  access: 'anyone',
  audit: ['session.start', 'account.register', 'registration.request'],
  way: 'phone-code',
  body: z.strictObject({ ...phone, otp: z.string().regex(/^\d{6}$/, 'must be 6 digits'), ...registrationInput }),
  reply: signedIn,
});

export const verifyEmail = route({
  method: 'post',
  path: '/api/auth/verify-email',
  summary: 'Verify the address with the token of the mail',
  access: 'anyone',
  audit: ['account.verify', 'session.start'],
  way: 'mailed-link',
  body: z.strictObject({ token: secret }),
  /** The reader of the mail may not have created the account. */
  reply: signedIn.extend({ resetToken: z.string().describe('Sets a new password by `/api/auth/reset-password`') }),
});

/**
 * Ours: the account of a mailed link, so that the page can ask before it switches accounts. Does not use up the link.
 */
export const getLinkOwner = route({
  method: 'post',
  path: '/api/auth/link',
  summary: 'Whose account a mailed link is for',
  access: 'anyone',
  body: z.strictObject({
    token: secret.describe('The token of the mailed link'),
    purpose: z.enum(['verify-email', 'reset-password']).describe('What the link is for'),
  }),
  reply: z.object({
    uid: z.string().describe('Id of the account'),
    email: z.string().nullable().describe('Its address'),
  }),
});

export const resendVerification = route({
  method: 'post',
  path: '/api/auth/resend-verification',
  summary: 'Send the verification mail again',
  access: 'session',
  withoutSecondFactor: true,
  reply: success.extend({ verificationUrl: z.string().optional() }),
});

export const forgotPassword = route({
  method: 'post',
  path: '/api/auth/forgot-password',
  summary: 'Send a link that sets a new password; responds alike for every address',
  access: 'anyone',
  audit: ['password.ask-reset'],
  way: 'web',
  body: z.strictObject({ email }),
  reply: success,
});

export const resetPassword = route({
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token of the mail; ends every other session, the API key and running replies',
  access: 'anyone',
  audit: ['password.reset', 'session.start'],
  way: 'mailed-link',
  body: z.strictObject({ token: secret, password: newPassword }),
  reply: signedIn,
});

/**
 * Built-in: find `nonce` so that SHA-256 of `challenge + ':' + nonce` begins with `difficulty` zero bits; the
 * token is `challenge:nonce`.
 */
export const captchaChallenge = route({
  method: 'get',
  path: '/api/auth/captcha',
  summary: 'A proof-of-work challenge',
  access: 'anyone',
  reply: z.object({
    provider: z.literal('builtin'),
    challenge: z.string(),
    difficulty: z.number().int(),
    expiresAt: z.iso.datetime(),
  }),
});

/** Ours: includes this session. */
export const logoutEverywhere = route({
  method: 'post',
  path: '/api/auth/logout-everywhere',
  summary: 'End all sessions of this account, its API key and its running replies',
  access: 'session',
  withoutSecondFactor: true,
  audit: ['session.end-all'],
  endsAccess: true,
  reply: success,
});
