import { z } from 'zod';

import { newPassword } from '../contract/common.ts';
import { decimal } from '../platform/decimal.ts';

export const parseCountryCodes = (text: string): string[] =>
  text
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean);

/** The first admin, and who may make an account or try without one. */
export const ACCOUNT_SETTINGS = z.object({
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('Account that becomes admin at start-up: with its verified address, or with ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: newPassword
    .optional()
    .describe('Its password: creates the account if it does not exist, and must match if it does.'),
  EMAIL_VERIFICATION: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: nobody has to verify an email address, for example in a closed network. ' +
        'Anyone who reaches the server can then make an account with any address, and a first Google sign-in with ' +
        'that address takes the account over: password, other ways in and sessions end.',
    ),
  CAPTCHA_ALWAYS: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: registration always requires a captcha, not only after some attempts.'),
  REGISTRATIONS_PER_HOUR: decimal(z.number().int().min(1).max(100_000))
    .default(5)
    .describe(
      'Accounts that one network address may create in an hour. Twice as many attempts are allowed, and half as ' +
        'many before a captcha is required.',
    ),
  SMS_COUNTRIES: z
    .string()
    .default('')
    .refine(
      (text) => parseCountryCodes(text).every((code) => /^[A-Z]{2}$/.test(code)),
      'must be country codes of two letters such as DE,AT,CH, separated by commas',
    )
    .describe(
      'Countries to which sign-in codes are sent, as ISO codes such as `DE,AT,CH`. Default: all; ' +
        'premium-rate numbers never.',
    ),
  TRIAL_AGENT_REQUESTS: decimal(z.number().int().min(0).max(100_000))
    .default(20)
    .describe('Agent requests a day of one network address without an account, if the trial includes agents.'),
});
