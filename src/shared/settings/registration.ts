import { z } from 'zod';

const MAX_DOMAINS = 50;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/;

export const registration = z.strictObject({
  open: z.boolean().describe('New accounts can be made'),
  domains: z
    .array(z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain such as example.org'))
    .max(MAX_DOMAINS)
    .readonly()
    .describe('Only addresses of these domains may register; empty: any'),
});

/** Who may make an account. */
export type RegistrationConfig = z.output<typeof registration>;

export const DEFAULT_REGISTRATION: RegistrationConfig = { open: true, domains: [] };
