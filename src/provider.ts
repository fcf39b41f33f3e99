import { z } from 'zod';

import { withoutEnding } from './domain/kernel/text-ends.ts';

/** Variables of the environment; an empty one is the same as an absent one. */
export type Env = Readonly<Record<string, string | undefined>>;

export type ProviderReading<Tools, Port> =
  | { readonly faults: readonly string[]; readonly connect?: undefined }
  | { readonly faults: readonly []; readonly connect: (tools: Tools) => Port };

/** One way to serve a port: by which variables it is switched on, and how it is connected. */
export interface Provider<Tools, Port> {
  readonly id: string;
  readonly label: string;
  readonly settings: z.ZodObject;
  /** The variable that turns it on; absent for those that need no variable. */
  readonly switchedOnBy: string | undefined;
  /** Believes or shows everything, so it never serves a real installation. */
  readonly isSandbox: boolean;
  isOn(env: Env): boolean;
  /** Checks the provider's variables. A fault names its variable and never its value. */
  read(env: Env): ProviderReading<Tools, Port>;
}

interface Definition<S extends z.ZodObject, Tools, Port> {
  readonly id: string;
  readonly label: string;
  /** Every variable with a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  readonly switchedOnBy?: string & keyof S['shape'];
  readonly isSandbox?: boolean;
  readonly connect: (settings: z.output<S>, tools: Tools) => Port;
}

const valueOf = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

const complaint = ({ code, path, message }: z.core.$ZodIssue, env: Env): string => {
  const name = path.join('.');
  if (code === 'invalid_type' && valueOf(env, name) === undefined) return `${name} is not set`;
  return `${name}: ${message}`;
};

/** What a provider's variables say, or every fault of them. A fault names its variable and never its value. */
export const readSettings = <S extends z.ZodObject>(
  settings: S,
  env: Env,
): { readonly faults: readonly string[]; readonly set?: z.output<S> } => {
  const names = Object.keys(settings.shape);
  const found = settings.safeParse(Object.fromEntries(names.map((name) => [name, valueOf(env, name)])));
  return found.success
    ? { faults: [], set: found.data }
    : { faults: found.error.issues.map((issue) => complaint(issue, env)) };
};

/** Whether the variable that turns a provider on has a value. */
export const isSwitchedOn = (variable: string | undefined, env: Env): boolean =>
  variable !== undefined && valueOf(env, variable) !== undefined;

/** Makes the providers of one port; its tools are what every one of them may use. */
export const providerOf =
  <Tools, Port>() =>
  <S extends z.ZodObject>(of: Definition<S, Tools, Port>): Provider<Tools, Port> => ({
    id: of.id,
    label: of.label,
    settings: of.settings,
    switchedOnBy: of.switchedOnBy,
    isSandbox: of.isSandbox ?? false,
    isOn: (env) => isSwitchedOn(of.switchedOnBy, env),
    read: (env) => {
      const { faults, set } = readSettings(of.settings, env);
      return set === undefined ? { faults } : { faults: [], connect: (tools) => of.connect(set, tools) };
    },
  });

/** Why a sandbox is refused. */
export const ONLY_LOCAL = 'serves only where APP_URL is this machine, or with SANDBOX=on';

/** Who may serve a port. The first of `real` that is switched on does, else `fallback`. */
export interface Choice<Tools, Port> {
  /** The variable that names a provider, such as MAIL. */
  readonly variable: string;
  readonly real: readonly Provider<Tools, Port>[];
  /** Serves when nothing is set and sandboxes may serve. */
  readonly fallback: Provider<Tools, Port>;
  /** Serves when nothing is set and sandboxes may not. Absent: the start is refused. */
  readonly withoutSandbox?: Provider<Tools, Port>;
}

export type Chosen<Tools, Port> =
  | { readonly faults: readonly string[]; readonly provider?: undefined; readonly connect?: undefined }
  | {
      readonly faults: readonly [];
      readonly provider: Provider<Tools, Port>;
      readonly connect: (tools: Tools) => Port;
    };

/** All providers of a choice, each once. */
export const allOf = <Tools, Port>({
  real,
  fallback,
  withoutSandbox,
}: Choice<Tools, Port>): readonly Provider<Tools, Port>[] => [
  ...new Set([...real, fallback, ...(withoutSandbox ? [withoutSandbox] : [])]),
];

const variablesOf = <Tools, Port>({ real }: Choice<Tools, Port>): string =>
  real.map(({ switchedOnBy }) => switchedOnBy).join(', ');

const refusedSandbox = <Tools, Port>(choice: Choice<Tools, Port>): string => {
  const { variable, withoutSandbox } = choice;
  const off = withoutSandbox ? ` or ${variable}=${withoutSandbox.id}` : '';
  return `${variable}: the sandbox ${ONLY_LOCAL}; set ${variablesOf(choice)}${off}`;
};

/** The provider that the environment asks for, or every fault of its variables. `sandboxes`: whether sandboxes may serve. */
export const choose = <Tools, Port>(choice: Choice<Tools, Port>, env: Env, sandboxes: boolean): Chosen<Tools, Port> => {
  const { variable, real, fallback, withoutSandbox } = choice;
  const name = valueOf(env, variable);
  const named = allOf(choice).find(({ id }) => id === name);
  if (name !== undefined && !named) {
    return {
      faults: [
        `${variable} must be one of: ${allOf(choice)
          .map(({ id }) => id)
          .join(', ')}`,
      ],
    };
  }
  const provider = named ?? real.find((candidate) => candidate.isOn(env)) ?? (sandboxes ? fallback : withoutSandbox);
  if (!provider) {
    return { faults: [`${variable} is not chosen: set ${variablesOf(choice)}, or SANDBOX=on to try Parley out`] };
  }
  if (provider.isSandbox && !sandboxes) return { faults: [refusedSandbox(choice)] };
  const { faults, connect } = provider.read(env);
  return connect ? { faults: [], provider, connect } : { faults };
};

/** A variable that may be absent; it keeps the field's description, which zod would leave behind. */
export const optional = <T extends z.ZodType>(field: T) => field.optional().describe(field.description ?? '');

/** One word, so that a pasted line break is told at start-up and not by the first call. */
export const word = (what: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word without spaces')
    .describe(what);

/** Where a service lives, without a slash at the end. */
export const address = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .transform((url) => withoutEnding(url, /\//))
    .describe(what);
