import { z } from 'zod';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/models/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import {
  defineProvider,
  type Env,
  type ParsedProvider,
  parseSettings,
  type Provider,
  tokenField,
} from '../../platform/provider-registry.ts';
import type { CallLimits } from './upstream/call-limits.ts';
import type { Transport } from './upstream/transport.ts';
import type { CallTimeouts } from './upstream/timeout-settings.ts';

/** Dependencies of every connection. */
export interface LlmDeps {
  readonly transport: Transport;
  readonly limits: CallLimits;
  readonly clock: Clock;
  /** Milliseconds between two pieces of a demo reply. */
  readonly demoTokenIntervalMs: number;
  /** The demo reports replies without an answer, which are then refunded. */
  readonly freeUnanswered: () => boolean;
  /** How many frames of a reply were unreadable and skipped; mostly 0. */
  readonly onBrokenFrames: (count: number) => void;
}

/** One configured provider. `reply` makes a single attempt: retries are made by the caller. */
export interface LlmConnection {
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void>;
  list(): Promise<readonly ModelInfo[]>;
}

interface LlmProviderDefinition<S extends z.ZodObject> {
  /** Also the prefix that selects the provider: `groq/some-model`. */
  readonly id: string;
  readonly label: string;
  /** Every variable needs a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  /** The variable that enables the provider; absent for the demo. */
  readonly enabledBy?: string & keyof S['shape'];
  /** The default model; undefined: the first that the server lists. */
  readonly defaultModel: (settings: z.output<S>) => string | undefined;
  /** Prefixes of ids that belong to this provider even if its list cannot be fetched. */
  readonly modelPrefixes?: readonly string[];
  /** Default timeouts where the usual ones are too short. */
  readonly timeouts?: CallTimeouts;
  readonly connect: (settings: z.output<S>, deps: LlmDeps) => LlmConnection;
}

export interface LlmProvider extends Omit<Provider<LlmDeps, LlmConnection>, 'parse' | 'isSandbox'> {
  readonly modelPrefixes: readonly string[];
  readonly timeouts: Partial<CallTimeouts>;
  /** Checks the provider's variables. A fault names its variable, never its value. */
  parse(env: Env): ParsedProvider<LlmDeps, LlmConnection> & { readonly defaultModel?: string | undefined };
}

/** A provider for `providers.ts`: its variables, and how to connect once they are right. */
export const defineLlmProvider = <S extends z.ZodObject>(definition: LlmProviderDefinition<S>): LlmProvider => {
  const { defaultModel, modelPrefixes = [], timeouts = {}, ...provider } = definition;
  const defined = defineProvider<LlmDeps, LlmConnection>()(provider);
  const parse = (env: Env) => {
    const { values } = parseSettings(definition.settings, env);
    return { ...defined.parse(env), defaultModel: values && defaultModel(values) };
  };
  return { ...defined, modelPrefixes, timeouts, parse };
};

/** An API key. */
export const apiKeyField = (label: string) => tokenField(`API key for ${label}.`);

/** The default model of a provider. */
export const modelIdField = (description: string) =>
  z.string().max(200, 'must be at most 200 characters').describe(description);
