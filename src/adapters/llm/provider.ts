import { z } from 'zod';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { type Env, isSwitchedOn, readSettings, word } from '../../provider.ts';
import type { CallLimits } from './upstream/limits.ts';
import type { Transport } from './upstream/transport.ts';
import type { Waits } from './upstream/wait-settings.ts';

/** What every connection shares. */
export interface Tools {
  readonly transport: Transport;
  readonly limits: CallLimits;
  readonly clock: Clock;
  /** Milliseconds between two pieces of a demo reply. */
  readonly demoPaceMs: number;
}

/** One configured provider. `reply` makes a single attempt: the retries are the caller's. */
export interface Connection {
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void>;
  list(): Promise<readonly ModelInfo[]>;
}

interface Definition<S extends z.ZodObject> {
  /** Also the prefix by which people may name the provider: `groq/some-model`. */
  readonly id: string;
  readonly label: string;
  /** Every variable with a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  /** The variable that turns the provider on; absent for the demo. */
  readonly switchedOnBy?: string & keyof S['shape'];
  /** The model to use when nobody names one; undefined stands for the first that the server lists. */
  readonly defaultModel: (settings: z.output<S>) => string | undefined;
  /** Ids that are surely this provider's even when its list cannot be had. */
  readonly ownPrefixes?: readonly string[];
  /** How long it is waited for where nothing is set and the usual is too short. */
  readonly waits?: Waits;
  readonly connect: (settings: z.output<S>, tools: Tools) => Connection;
}

export type Reading =
  | { readonly faults: readonly string[]; readonly connect?: undefined }
  | {
      readonly faults: readonly [];
      readonly defaultModel: string | undefined;
      readonly connect: (tools: Tools) => Connection;
    };

export interface LlmProvider {
  readonly id: string;
  readonly label: string;
  readonly settings: z.ZodObject;
  readonly switchedOnBy: string | undefined;
  readonly ownPrefixes: readonly string[];
  readonly waits: Partial<Waits>;
  isOn(env: Env): boolean;
  /** Checks the provider's variables. A fault names its variable and never its value. */
  read(env: Env): Reading;
}

/** A provider for `providers.ts`: its variables, and how to connect once they are right. */
export const llmProvider = <S extends z.ZodObject>(of: Definition<S>): LlmProvider => ({
  id: of.id,
  label: of.label,
  settings: of.settings,
  switchedOnBy: of.switchedOnBy,
  ownPrefixes: of.ownPrefixes ?? [],
  waits: of.waits ?? {},
  isOn: (env) => isSwitchedOn(of.switchedOnBy, env),
  read: (env) => {
    const { faults, set } = readSettings(of.settings, env);
    if (set === undefined) return { faults };
    return { faults: [], defaultModel: of.defaultModel(set), connect: (tools) => of.connect(set, tools) };
  },
});

/** An API key. */
export const apiKey = (label: string) => word(`API key for ${label}.`);

/** The model a provider uses when nobody names one. */
export const modelId = (what: string) => z.string().max(200, 'must be at most 200 characters').describe(what);
