import { z } from 'zod';

import type { SignInProvider } from '../../../domain/accounts/identity/ports.ts';
import { trimEndMatching } from '../../../domain/kernel/trim-end.ts';
import { type Env, parseSettings, tokenField } from '../../../platform/provider-registry.ts';
import { appleAuthentication, findAppleName, privateKeyField } from './apple.ts';
import { isTrue } from './claims.ts';
import { GitHubProvider } from './github-provider.ts';
import { OidcProvider } from './oidc-provider.ts';
import type { ProviderOptions } from './provider-options.ts';
import {
  type CommonSettings,
  commonSettings,
  issuerField,
  type PresetDefinition,
  type SignInProviderDeps,
} from './settings.ts';

export type ParsedSignInProvider =
  | { readonly faults: readonly string[]; readonly connect?: undefined }
  | { readonly faults: readonly []; readonly connect: (deps: SignInProviderDeps) => SignInProvider };

/** A kind of provider, ready to be configured under a name. */
interface Preset {
  readonly label: string;
  readonly fields: z.ZodObject;
  readonly needsSecret: boolean;
  /** A fault names its variable, `OIDC_<NAME>_<FIELD>`. */
  readonly parse: (name: string, env: Env) => ParsedSignInProvider;
}

const SCOPES = 'openid email profile';

const toId = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const toOptions = (
  name: string,
  { label, icon, scopes }: Pick<ProviderOptions, 'label' | 'icon' | 'scopes'>,
  settings: CommonSettings,
): ProviderOptions => ({
  id: toId(name),
  label: settings.LABEL ?? (label || name),
  icon: settings.ICON ?? icon,
  clientId: settings.CLIENT_ID,
  clientSecret: settings.CLIENT_SECRET,
  scopes: settings.SCOPES ?? scopes,
  rules: {
    admin: settings.ADMIN_CLAIM,
    basic: settings.BASIC_CLAIM,
    premium: settings.PREMIUM_CLAIM,
    groups: settings.GROUPS_CLAIM,
  },
});

/** Of Microsoft: anybody's tenant, and each writes its own groups, roles and names into the claims. */
const SHARED_TENANT = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

const findSharedRights = (issuer: string, settings: CommonSettings): readonly string[] =>
  (['ADMIN_CLAIM', 'BASIC_CLAIM', 'PREMIUM_CLAIM', 'GROUPS_CLAIM'] as const)
    .filter((field) => settings[field] && SHARED_TENANT.test(issuer))
    .map((field) => `${field}: needs the id of your own tenant, because every other one could write this claim too`);

const definePreset = <S extends z.ZodObject>(preset: PresetDefinition<S>): Preset => ({
  label: preset.label,
  fields: preset.fields,
  needsSecret: preset.needsSecret,
  parse: (name, env) => {
    const { values: common, faults: commonFaults } = parseSettings(commonSettings, env);
    const { values: own, faults: ownFaults } = parseSettings(preset.fields, env);
    const missing = preset.needsSecret && !env['CLIENT_SECRET']?.trim() ? ['CLIENT_SECRET is not set'] : [];
    const shared = common && own ? findSharedRights(preset.issuer(own), common) : [];
    const faults = [...commonFaults, ...ownFaults, ...missing, ...shared].map((fault) => `OIDC_${name}_${fault}`);
    if (!common || !own || faults.length > 0) return { faults };
    const options = { ...toOptions(name, preset, common), issuer: () => preset.issuer(own) };
    return { faults: [], connect: (deps) => preset.create(own, options, deps) };
  },
});

const optionalIssuer = (description: string, standard: string) => issuerField(description).default(standard);

const google = definePreset({
  label: 'Google',
  icon: 'google',
  scopes: SCOPES,
  needsSecret: true,
  fields: z.object({ ISSUER: optionalIssuer('Issuer, if not Google’s.', 'https://accounts.google.com') }),
  issuer: ({ ISSUER: issuer }) => issuer,
  create: (_, options, { clock }) => new OidcProvider({ ...options, parameters: { prompt: 'select_account' } }, clock),
});

const github = definePreset({
  label: 'GitHub',
  icon: 'github',
  scopes: 'read:user user:email',
  needsSecret: true,
  fields: z.object({
    ISSUER: issuerField('')
      .transform((url) => trimEndMatching(url, /\//))
      .describe('Address of a GitHub Enterprise server.')
      .default('https://github.com'),
  }),
  issuer: ({ ISSUER: issuer }) => issuer,
  create: ({ ISSUER: baseUrl }, options) => new GitHubProvider({ ...options, baseUrl }),
});

/** Any tenant may write any address into its tokens; only `xms_edov` says that the owner of the domain verified it. */
const microsoft = definePreset({
  label: 'Microsoft',
  icon: 'microsoft',
  scopes: SCOPES,
  needsSecret: true,
  fields: z.object({
    TENANT: tokenField(
      'Tenant (its id), or `common`, `organizations` or `consumers`. Addresses count as verified by the optional ' +
        'claim `xms_edov` only: add it to the app registration.',
    ).default('common'),
    ISSUER: issuerField('Issuer, if not the tenant’s.').optional().describe('Issuer, if not the tenant’s.'),
  }),
  issuer: ({ TENANT: tenant, ISSUER: issuer }) =>
    issuer ?? `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0`,
  create: (_, options, { clock }) =>
    new OidcProvider(
      {
        ...options,
        parameters: { prompt: 'select_account' },
        provesEmail: (claims) => isTrue(claims['xms_edov']),
      },
      clock,
    ),
});

const apple = definePreset({
  label: 'Apple',
  icon: 'apple',
  scopes: 'openid email name',
  needsSecret: false,
  fields: z.object({
    TEAM_ID: tokenField('Team id.'),
    KEY_ID: tokenField('Id of the key.'),
    PRIVATE_KEY: privateKeyField,
    ISSUER: optionalIssuer('Issuer, if not Apple’s.', 'https://appleid.apple.com'),
  }),
  issuer: ({ ISSUER: issuer }) => issuer,
  create: ({ TEAM_ID: teamId, KEY_ID: keyId, PRIVATE_KEY: privateKey, ISSUER: issuer }, options, { clock }) =>
    new OidcProvider(
      {
        ...options,
        returnsBy: 'form',
        authenticate: appleAuthentication({ teamId, keyId, privateKey, clientId: options.clientId, issuer }, clock),
        findName: findAppleName,
      },
      clock,
    ),
});

const gitlab = definePreset({
  label: 'GitLab',
  icon: 'gitlab',
  scopes: SCOPES,
  needsSecret: true,
  fields: z.object({ ISSUER: optionalIssuer('Issuer of a GitLab server of your own.', 'https://gitlab.com') }),
  issuer: ({ ISSUER: issuer }) => issuer,
  create: (_, options, { clock }) => new OidcProvider(options, clock),
});

const generic = definePreset({
  label: '',
  icon: null,
  scopes: SCOPES,
  needsSecret: false,
  fields: z.object({ ISSUER: issuerField('Issuer, exactly as the provider writes it.') }),
  issuer: ({ ISSUER: issuer }) => issuer,
  create: (_, options, { clock }) => new OidcProvider(options, clock),
});

/** By the name in the variables; every other name is a generic provider. */
export const PRESETS: ReadonlyMap<string, Preset> = new Map([
  ['GOOGLE', google],
  ['GITHUB', github],
  ['MICROSOFT', microsoft],
  ['APPLE', apple],
  ['GITLAB', gitlab],
]);
export const GENERIC_PRESET = generic;

export const presetOf = (name: string): Preset => PRESETS.get(name) ?? generic;
