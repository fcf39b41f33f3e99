import type { SignInProvider } from '../../../domain/accounts/identity/ports.ts';
import type { Env } from '../../../platform/provider-registry.ts';
import { GENERIC_PRESET, presetOf, PRESETS } from './presets.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { COMMON_FIELDS, type SignInProviderDeps } from './settings.ts';

export interface SignInProviderSelection {
  readonly faults: readonly string[];
  readonly providers: readonly ((deps: SignInProviderDeps) => SignInProvider)[];
  /** One of them is not the sandbox. */
  readonly hasReal: boolean;
}

const VARIABLE = /^OIDC_([A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,2})$/;

const FIELDS = [
  ...Object.keys(COMMON_FIELDS),
  ...[...PRESETS.values(), GENERIC_PRESET].flatMap(({ fields }) => Object.keys(fields.shape)),
];

/** `MY_IDP` and `CLIENT_ID` of `OIDC_MY_IDP_CLIENT_ID`; undefined for a variable of no provider. */
const splitVariable = (variable: string): { readonly name: string; readonly field: string } | undefined => {
  const field = FIELDS.find((candidate) => variable.endsWith(`_${candidate}`));
  const name = field === undefined ? undefined : VARIABLE.exec(variable.slice(0, -field.length - 1))?.[1];
  return field === undefined || name === undefined ? undefined : { name, field };
};

/** The variables of each name, by field. */
const groupByName = (env: Env): { readonly groups: ReadonlyMap<string, Env>; readonly faults: readonly string[] } => {
  const groups = new Map<string, Record<string, string>>();
  const faults: string[] = [];
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('OIDC_') || !value?.trim()) continue;
    const parts = splitVariable(variable);
    if (!parts) faults.push(`${variable} is not known: it must be OIDC_<NAME>_ and one of ${FIELDS.join(', ')}`);
    else groups.set(parts.name, { ...groups.get(parts.name), [parts.field]: value });
  }
  return { groups, faults };
};

/** The sign-in providers that the environment configures; none: the sandbox where it may serve. */
export const selectSignInProviders = (env: Env, sandboxes: boolean): SignInProviderSelection => {
  const wanted = env['OIDC']?.trim();
  if (wanted === 'off') return { faults: [], providers: [], hasReal: false };
  if (wanted && wanted !== 'sandbox') return { faults: ['OIDC must be off or sandbox'], providers: [], hasReal: false };
  const { groups, faults } = groupByName(env);
  const parsed = [...groups].map(([name, fields]) => presetOf(name).parse(name, fields));
  const all = [...faults, ...parsed.flatMap((provider) => provider.faults)];
  if (wanted === 'sandbox' && !sandboxes)
    all.push('OIDC: the sandbox serves only where APP_URL is this machine, or with SANDBOX=on');
  const isSandbox = sandboxes && (wanted === 'sandbox' || groups.size === 0);
  const configured = parsed.flatMap(({ connect }) => connect ?? []);
  return {
    faults: all,
    providers: isSandbox ? [...configured, (deps: SignInProviderDeps) => new SandboxProvider(deps)] : configured,
    hasReal: configured.length > 0,
  };
};
