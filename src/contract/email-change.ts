import { z } from 'zod';

import { email, success, text } from './common.ts';
import { route } from './route.ts';

/* Ours, all of them. */

const token = text(512).trim().min(1);

/** Responds alike whether the address is taken or not. */
export const askEmailChange = route({
  method: 'post',
  path: '/api/auth/change-email',
  summary: 'Mail a link to a new address of the account; the present one is told',
  access: 'session',
  audit: ['account.ask-email'],
  body: z.strictObject({
    email: email.describe('The new address'),
    password: text(128)
      .min(1)
      .optional()
      .describe(
        'The password; an account without one, or with a second factor, needs a session that confirmed who it is',
      ),
  }),
  reply: success,
});

export const confirmEmailChange = route({
  method: 'post',
  path: '/api/auth/confirm-email',
  summary: 'Set the new address with the token of its mail; ends the other sessions',
  access: 'anyone',
  audit: ['account.change-email'],
  way: 'mailed-link',
  body: z.strictObject({ token: token.describe('The token of the mailed link') }),
  reply: z.object({ email: z.string().describe('The address from now on') }),
});

export const undoEmailChange = route({
  method: 'post',
  path: '/api/auth/restore-email',
  summary: 'Give the account back to its former address, within seven days; ends all access',
  access: 'anyone',
  audit: ['account.restore-email'],
  way: 'mailed-link',
  body: z.strictObject({ token: token.describe('The token of the mail to the former address') }),
  reply: z.object({
    email: z.string().describe('The address from now on'),
    resetToken: z.string().describe('Sets a new password by `/api/auth/reset-password`'),
  }),
});
