import { z } from 'zod';

import type { SignInProvider } from '../../../domain/accounts/identity/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { SIGN_IN_BRANDS, type SignInBrand } from '../../../shared/sign-in-brands.ts';
import { optionalField, tokenField } from '../../../platform/provider-registry.ts';
import { claimRule } from './claims.ts';
import type { ProviderOptions } from './provider-options.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** An exact issuer: also its last slash counts. Without TLS anybody on the way could sign in as anybody. */
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text) || text.length > 140) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
};

export const issuerField = (description: string) =>
  z
    .string()
    .refine(isIssuer, 'must be a web address that begins with https://, of 140 characters or less')
    .describe(description);

/** The variables that every provider takes, each as `OIDC_<NAME>_<FIELD>`. */
export const COMMON_FIELDS = {
  CLIENT_ID: tokenField('Client id. Return address to register there: `APP_URL/api/auth/oidc/<name>/callback`.'),
  CLIENT_SECRET: optionalField(tokenField('Client secret. Without it: a public client, by PKCE alone.')),
  LABEL: optionalField(z.string().max(40).describe('Name on the button. Default: the ready-made one, else NAME.')),
  ICON: optionalField(
    z.enum(SIGN_IN_BRANDS).describe(`Logo on the button: ${SIGN_IN_BRANDS.map((brand) => `\`${brand}\``).join(', ')}.`),
  ),
  SCOPES: optionalField(z.string().max(400).describe('Scopes to ask for, separated by spaces.')),
  ADMIN_CLAIM: optionalField(
    claimRule.describe(
      'Claim that makes a person admin at each sign-in, as `groups=parley-admins`; several values by commas; ' +
        '`realm_access.roles=admin` leads into objects.',
    ),
  ),
  BASIC_CLAIM: optionalField(claimRule.describe('Claim that gives the Pro (basic) plan, in the same form.')),
  PREMIUM_CLAIM: optionalField(claimRule.describe('Claim that gives the Premium plan, in the same form.')),
  GROUPS_CLAIM: optionalField(
    z
      .string()
      .regex(/^[^=\s]{1,200}$/, 'must be the name of a claim, such as groups')
      .describe(
        'Claim whose values name groups, as `groups` or `realm_access.roles`; the admin panel says which value ' +
          'belongs to which group.',
      ),
  ),
};

export const commonSettings = z.object(COMMON_FIELDS);
export type CommonSettings = z.output<typeof commonSettings>;

export interface SignInProviderDeps {
  readonly clock: Clock;
  /** This server's address; final once it listens. */
  readonly siteUrl: () => string;
}

/** A kind of provider: what it takes besides the common variables, without the prefix, and how to make it. */
export interface PresetDefinition<S extends z.ZodObject> {
  readonly label: string;
  readonly icon: SignInBrand | null;
  readonly scopes: string;
  readonly needsSecret: boolean;
  readonly fields: S;
  readonly issuer: (settings: z.output<S>) => string;
  readonly create: (
    settings: z.output<S>,
    options: ProviderOptions & { readonly issuer: () => string },
    deps: SignInProviderDeps,
  ) => SignInProvider;
}
