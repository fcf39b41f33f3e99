import { z } from 'zod';

import { trimEndMatching } from '../domain/kernel/trim-end.ts';

/** Environment variables; an empty one counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;

export type ParsedProvider<Deps, Port> =
  | { readonly faults: readonly string[]; readonly connect?: undefined }
  | {
      readonly faults: readonly [];
      readonly connect: (deps: Deps) => Port;
      /** For the start-up lines. */
      readonly label: string;
    };

/** One way to serve a port: the variables that enable it, and how to connect it. */
export interface Provider<Deps, Port> {
  readonly id: string;
  readonly label: string;
  readonly settings: z.ZodObject;
  /** The variable that enables it; absent for those that need none. */
  readonly enabledBy: string | undefined;
  /** Accepts or shows everything, so it never serves a real installation. */
  readonly isSandbox: boolean;
  isEnabled(env: Env): boolean;
  /** Checks the provider's variables. A fault names its variable, never its value. */
  parse(env: Env): ParsedProvider<Deps, Port>;
}

interface ProviderDefinition<S extends z.ZodObject, Deps, Port> {
  readonly id: string;
  readonly label: string;
  /** Every variable needs a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  readonly enabledBy?: string & keyof S['shape'];
  readonly isSandbox?: boolean;
  /** A note for the operator at start-up. */
  readonly remark?: (settings: z.output<S>) => string | undefined;
  readonly connect: (settings: z.output<S>, deps: Deps) => Port;
}

const variableValue = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

const formatIssue = ({ code, path, message }: z.core.$ZodIssue, env: Env): string => {
  const name = path.join('.');
  if (code === 'invalid_type' && variableValue(env, name) === undefined) return `${name} is not set`;
  return `${name}: ${message}`;
};

/** The parsed variables of a provider, or all faults. A fault names its variable, never its value. */
export const parseSettings = <S extends z.ZodObject>(
  settings: S,
  env: Env,
): { readonly faults: readonly string[]; readonly values?: z.output<S> } => {
  const names = Object.keys(settings.shape);
  const found = settings.safeParse(Object.fromEntries(names.map((name) => [name, variableValue(env, name)])));
  return found.success
    ? { faults: [], values: found.data }
    : { faults: found.error.issues.map((issue) => formatIssue(issue, env)) };
};

/** Whether the variable that enables a provider has a value. */
const isEnabled = (variable: string | undefined, env: Env): boolean =>
  variable !== undefined && variableValue(env, variable) !== undefined;

/** Makes the function that defines providers of one port. Its type parameter is what every provider gets to connect. */
export const defineProvider =
  <Deps, Port>() =>
  <S extends z.ZodObject>(definition: ProviderDefinition<S, Deps, Port>): Provider<Deps, Port> => ({
    id: definition.id,
    label: definition.label,
    settings: definition.settings,
    enabledBy: definition.enabledBy,
    isSandbox: definition.isSandbox ?? false,
    isEnabled: (env) => isEnabled(definition.enabledBy, env),
    parse: (env) => {
      const { faults, values } = parseSettings(definition.settings, env);
      if (values === undefined) return { faults };
      const remark = definition.remark?.(values);
      const label = remark === undefined ? definition.label : `${definition.label} (${remark})`;
      return { faults: [], label, connect: (deps) => definition.connect(values, deps) };
    },
  });

/** Why a sandbox is refused. */
const SANDBOX_LOCAL_ONLY = 'serves only where APP_URL is this machine, or with SANDBOX=on';

/** The providers of a port. The first enabled one serves, else `fallback`. */
export interface ProviderRegistry<Deps, Port> {
  /** The variable that selects a provider, such as MAIL. */
  readonly variable: string;
  readonly providers: readonly Provider<Deps, Port>[];
  /** Serves when nothing is set and sandboxes are allowed. */
  readonly fallback: Provider<Deps, Port>;
  /** Serves when nothing is set and sandboxes are not allowed. Absent: start-up fails. */
  readonly productionFallback?: Provider<Deps, Port>;
}

export type ProviderSelection<Deps, Port> =
  | { readonly faults: readonly string[]; readonly provider?: undefined; readonly connect?: undefined }
  | (Extract<ParsedProvider<Deps, Port>, { readonly label: string }> & { readonly provider: Provider<Deps, Port> });

/** All providers of a registry, each once. */
export const allProviders = <Deps, Port>({
  providers,
  fallback,
  productionFallback = fallback,
}: ProviderRegistry<Deps, Port>): readonly Provider<Deps, Port>[] => [
  ...new Set([...providers, fallback, productionFallback]),
];

/** The settings that replace a sandbox: the variables of real providers, and `off` where a port can do without. */
const realChoices = <Deps, Port>(registry: ProviderRegistry<Deps, Port>): string[] => {
  const off = allProviders(registry).find(({ id }) => id === 'off');
  return [
    ...registry.providers.flatMap(({ enabledBy }) => enabledBy ?? []),
    ...(off ? [`${registry.variable}=off`] : []),
  ];
};

/** Selects the provider that the environment asks for, or returns all faults. `sandboxes`: whether they are allowed. */
export const selectProvider = <Deps, Port>(
  registry: ProviderRegistry<Deps, Port>,
  env: Env,
  sandboxes: boolean,
): ProviderSelection<Deps, Port> => {
  const { variable, providers: real, fallback, productionFallback } = registry;
  const name = variableValue(env, variable);
  const namedProvider = allProviders(registry).find(({ id }) => id === name);
  if (name !== undefined && !namedProvider) {
    const ids = allProviders(registry).map(({ id }) => id);
    return { faults: [`${variable} must be one of: ${ids.join(', ')}`] };
  }
  const provider =
    namedProvider ?? real.find((candidate) => candidate.isEnabled(env)) ?? (sandboxes ? fallback : productionFallback);
  if (!provider) {
    const choices = [...realChoices(registry), 'or SANDBOX=on to try Parley out'];
    return { faults: [`${variable} is not chosen: set ${choices.join(', ')}`] };
  }
  if (provider.isSandbox && !sandboxes) {
    const choices = realChoices(registry).join(' or ');
    return { faults: [`${variable}: the sandbox ${SANDBOX_LOCAL_ONLY}; set ${choices}`] };
  }
  const parsed = provider.parse(env);
  return parsed.connect ? { ...parsed, provider } : parsed;
};

/** An optional variable; keeps the field's description, which zod would drop. */
export const optionalField = <T extends z.ZodType>(field: T) => field.optional().describe(field.description ?? '');

/** A single word, so that a pasted line break fails at start-up and not in the first call. */
export const tokenField = (description: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word without spaces')
    .describe(description);

/** A service's base URL, without a trailing slash. */
export const urlField = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .transform((url) => trimEndMatching(url, /\//))
    .describe(description);
