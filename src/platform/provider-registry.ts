import { z } from 'zod';

import { trimEndMatching } from '../domain/kernel/trim-end.ts';

/** Environment variables; an empty one counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;

export type ParsedProvider<Deps, Port> =
  | { readonly faults: readonly string[]; readonly connect?: undefined }
  | { readonly faults: readonly []; readonly connect: (deps: Deps) => Port };

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
export const isEnabled = (variable: string | undefined, env: Env): boolean =>
  variable !== undefined && variableValue(env, variable) !== undefined;

/** Creates the `define` function of one port; its type parameter is what every provider gets to connect. */
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
      return values === undefined ? { faults } : { faults: [], connect: (deps) => definition.connect(values, deps) };
    },
  });

/** Why a sandbox is refused. */
export const SANDBOX_LOCAL_ONLY = 'serves only where APP_URL is this machine, or with SANDBOX=on';

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
  | {
      readonly faults: readonly [];
      readonly provider: Provider<Deps, Port>;
      readonly connect: (deps: Deps) => Port;
    };

/** All providers of a registry, each once. */
export const allProviders = <Deps, Port>({
  providers: real,
  fallback,
  productionFallback: withoutSandbox,
}: ProviderRegistry<Deps, Port>): readonly Provider<Deps, Port>[] => [
  ...new Set([...real, fallback, ...(withoutSandbox ? [withoutSandbox] : [])]),
];

const enablingVariables = <Deps, Port>({ providers: real }: ProviderRegistry<Deps, Port>): string =>
  real.map(({ enabledBy: switchedOnBy }) => switchedOnBy).join(', ');

const sandboxRefusal = <Deps, Port>(registry: ProviderRegistry<Deps, Port>): string => {
  const { variable, productionFallback: withoutSandbox } = registry;
  const off = withoutSandbox ? ` or ${variable}=${withoutSandbox.id}` : '';
  return `${variable}: the sandbox ${SANDBOX_LOCAL_ONLY}; set ${enablingVariables(registry)}${off}`;
};

/** Selects the provider that the environment asks for, or returns all faults. `sandboxes`: whether they are allowed. */
export const selectProvider = <Deps, Port>(
  registry: ProviderRegistry<Deps, Port>,
  env: Env,
  sandboxes: boolean,
): ProviderSelection<Deps, Port> => {
  const { variable, providers: real, fallback, productionFallback: withoutSandbox } = registry;
  const name = variableValue(env, variable);
  const namedProvider = allProviders(registry).find(({ id }) => id === name);
  if (name !== undefined && !namedProvider) {
    return {
      faults: [
        `${variable} must be one of: ${allProviders(registry)
          .map(({ id }) => id)
          .join(', ')}`,
      ],
    };
  }
  const provider =
    namedProvider ?? real.find((candidate) => candidate.isEnabled(env)) ?? (sandboxes ? fallback : withoutSandbox);
  if (!provider) {
    return {
      faults: [`${variable} is not chosen: set ${enablingVariables(registry)}, or SANDBOX=on to try Parley out`],
    };
  }
  if (provider.isSandbox && !sandboxes) return { faults: [sandboxRefusal(registry)] };
  const { faults, connect } = provider.parse(env);
  return connect ? { faults: [], provider, connect } : { faults };
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
