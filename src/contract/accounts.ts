import { z } from 'zod';

import { email, language, newPassword, registrationInput, signedIn, success, text, user } from './common.ts';
import { route } from './route.ts';

export const login = route({
  method: 'post',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  access: 'anyone',
  audit: ['session.start'],
  way: 'password',
  body: z.strictObject({
    email,
    password: text(128).min(1),
    captchaToken: text(4096).optional().describe('Required after 403 `CAPTCHA_REQUIRED`'),
  }),
  reply: signedIn,
});

export const register = route({
  method: 'post',
  path: '/api/auth/register',
  summary: 'Make an account with email and password',
  access: 'anyone',
  audit: ['account.register', 'registration.request', 'session.start'],
  way: 'web',
  body: z.strictObject({
    email,
    password: newPassword,
    name: text(120).trim().optional(),
    uid: text(128).optional(),
    captchaToken: text(4096).optional(),
    ...registrationInput,
  }),
  /** `verificationUrl` only with sandbox mail. */
  reply: signedIn.extend({ requiresEmailVerification: z.boolean(), verificationUrl: z.string().optional() }),
  status: 201,
  refusal: 'Registration failed',
});

export const logout = route({
  method: 'post',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: 'session',
  withoutSecondFactor: true,
  audit: ['session.end'],
  endsAccess: true,
  reply: success,
});

export const me = route({
  method: 'get',
  path: '/api/auth/me',
  summary: 'The signed-in account',
  access: 'user',
  scopes: ['chat', 'read'],
  withoutSecondFactor: true,
  reply: z.object({ user }),
});

export const renameUser = route({
  method: 'put',
  path: '/api/auth/me',
  summary: 'Change the display name',
  access: 'session',
  audit: ['account.rename'],
  body: z.strictObject({ name: text(120).trim().min(1).describe('The new name') }),
  reply: z.object({ user: user.describe('The account') }),
});

export const setLanguage = route({
  method: 'put',
  path: '/api/auth/language',
  summary: 'Set the language of mails to the account',
  access: 'session',
  withoutSecondFactor: true,
  body: z.strictObject({ language: language.describe('That of the page') }),
  reply: z.object({ user: user.describe('The account') }),
});

/** This session goes on; the person is mailed. 403 with `field: "currentPassword"` when that one is wrong. */
export const changePassword = route({
  method: 'post',
  path: '/api/auth/change-password',
  summary: 'Change the password; ends every other session and the API key unless `endOtherSessions` is false',
  access: 'session',
  audit: ['password.change'],
  body: z.strictObject({
    currentPassword: text(128).min(1).describe('The password until now'),
    password: newPassword.describe('The new one'),
    endOtherSessions: z.boolean().default(true).describe('Signs out everywhere else and ends the API key'),
  }),
  reply: success,
});

/** The one-time link of the first start. */
export const claimAdmin = route({
  method: 'post',
  path: '/api/auth/setup',
  summary: 'Make the first admin account with the one-time setup token',
  access: 'anyone',
  audit: ['admin.grant', 'session.start'],
  way: 'setup-link',
  body: z.strictObject({
    token: text(128).min(1).describe('The one-time token of the link that the first start prints'),
    email: email.describe('Address of the admin account'),
    password: newPassword.describe('Its password'),
    name: text(120).trim().optional().describe('Its name. Default: the part of the address before @'),
  }),
  reply: signedIn,
  status: 201,
});
