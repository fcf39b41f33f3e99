import { z } from 'zod';

const MAX_DOMAINS = 50;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/;

/** `approval`: an admin decides about each request. `closed`: nobody, invited or not. */
export const REGISTRATION_MODES = ['open', 'invitation', 'approval', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

export const registration = z.strictObject({
  mode: z
    .enum(REGISTRATION_MODES)
    .describe('Who can make an account: anybody, the invited, whom an admin approves, or nobody'),
  domains: z
    .array(z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain such as example.org'))
    .max(MAX_DOMAINS)
    .readonly()
    .describe('Only addresses of these domains may register; empty: any'),
  requestMails: z.boolean().describe('Whether admins are mailed that people wait for approval, at most once an hour'),
});

/** Who may make an account. */
export type RegistrationConfig = z.output<typeof registration>;

export const DEFAULT_REGISTRATION: RegistrationConfig = { mode: 'open', domains: [], requestMails: true };
