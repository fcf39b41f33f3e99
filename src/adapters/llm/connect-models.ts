import type {
  KnownRoute,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from '../../domain/chat/models/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import type { OutboundProxies } from '../../platform/outbound-proxies.ts';
import type { PermittedAddresses } from '../../platform/guarded-connect.ts';
import type { Env } from '../../platform/provider-registry.ts';
import { demo } from './demo/demo.ts';
import { ModelCatalog } from './model-catalog.ts';
import { type ActiveProvider, defaultAlias, type ModelRoute, ModelRoutes } from './model-routes.ts';
import type { LlmConnection, LlmProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { type CallLimits, DEFAULT_LIMITS } from './upstream/call-limits.ts';
import { LOADING_POLL_MS, RetryingReply, type RetryPolicy } from './upstream/retrying-reply.ts';
import { Transport } from './upstream/transport.ts';
import { refusedContext } from './upstream/refused-context.ts';
import { toModelError, type UpstreamError } from './upstream/upstream-error.ts';
import { parseTimeouts } from './upstream/timeout-settings.ts';

export interface ConnectOptions {
  readonly clock: Clock;
  /** Whether the demo may serve without being selected. */
  readonly sandboxes?: boolean;
  readonly limits?: Partial<CallLimits>;
  readonly random?: () => number;
  /** Milliseconds between two pieces of a demo reply; default 20. */
  readonly demoTokenIntervalMs?: number;
  /** Whether searches, embeddings and the like call no vendor: only then are the demo's unanswered replies refunded. */
  readonly paysNoVendor?: () => boolean;
  /** Where providers may be; anywhere when absent. */
  readonly addresses?: PermittedAddresses;
  /** Through which those of the environment are called; none when absent. */
  readonly proxies?: OutboundProxies | undefined;
  /** A provider's model list could not be fetched; replies may still work. */
  readonly onListFailure?: (providerId: string, error: unknown) => void;
  /** Frames of a reply were unreadable and skipped. */
  readonly onBrokenFrames?: (providerId: string, count: number) => void;
}

export interface ConnectedModels {
  readonly models: LanguageModels;
  /** `list` asks the provider for its models; throws `ModelError`. */
  readonly active: readonly {
    readonly id: string;
    readonly label: string;
    readonly list: () => Promise<readonly ModelInfo[]>;
    readonly limits: CallLimits;
  }[];
  /** An id that `models` always accepts, as the default. */
  readonly defaultModel: string;
  /** Faults of the settings, one line each; names of variables, never their values. */
  readonly faults: readonly string[];
  /** How many frames of replies were unreadable and skipped. */
  brokenFrames(): number;
  close(): Promise<void>;
}

type SelectedProviders = { readonly providers: readonly LlmProvider[]; readonly faults: readonly string[] };

const selectProviders = (env: Env, sandboxes: boolean): SelectedProviders => {
  const named = (env['LLM'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (named.length > 0) {
    const all = [...PROVIDERS, demo];
    const unknown = named.some((name) => !all.some(({ id }) => id === name));
    const faults = unknown ? [`LLM must name providers out of: ${all.map(({ id }) => id).join(', ')}`] : [];
    if (named.includes('demo')) return { providers: [demo], faults };
    return { providers: PROVIDERS.filter(({ id }) => named.includes(id)), faults };
  }
  const on = PROVIDERS.filter((provider) => provider.isEnabled(env));
  if (on.length > 0 || sandboxes) return { providers: on.length > 0 ? on : [demo], faults: [] };
  const variables = PROVIDERS.map(({ enabledBy: switchedOnBy }) => switchedOnBy).join(', ');
  return { providers: [], faults: [`No language model: set one of ${variables}, or LLM=demo for the demo model`] };
};

/** A provider to connect, with the variables that it gets. */
export interface ProviderInstance {
  /** Also the prefix that selects it: `groq/some-model`. */
  readonly id: string;
  readonly label: string;
  readonly provider: LlmProvider;
  readonly env: Env;
}

/** Connected providers before they are one `LanguageModels`. */
export interface ConnectedInstances extends Pick<ConnectedModels, 'faults' | 'brokenFrames' | 'close'> {
  readonly active: readonly ConnectedInstance[];
}

/** What every provider's replies have in common. */
type CommonPolicy = Pick<RetryPolicy, 'clock' | 'random'>;

type ConnectedInstance = ActiveProvider & ConnectedModels['active'][number];

/** Reads only the instances' variables and connects to nothing yet. */
export const connectInstances = (
  instances: readonly ProviderInstance[],
  options: ConnectOptions,
): ConnectedInstances => {
  const defaults = { ...DEFAULT_LIMITS, ...options.limits };
  const transport = new Transport(defaults, options);
  let brokenFrames = 0;
  const faults: string[] = [];
  const active = instances.flatMap(({ id, label, provider, env }): ConnectedInstance[] => {
    const parsed = provider.parse(env);
    faults.push(...parsed.faults);
    if (!parsed.connect) return [];
    const limits = { ...DEFAULT_LIMITS, ...provider.timeouts, ...parseTimeouts(env).timeouts, ...options.limits };
    const connection = parsed.connect({
      transport,
      limits,
      clock: options.clock,
      demoTokenIntervalMs: options.demoTokenIntervalMs ?? 20,
      freeUnanswered: options.paysNoVendor ?? (() => false),
      onBrokenFrames: (count) => {
        brokenFrames += count;
        if (count > 0) options.onBrokenFrames?.(id, count);
      },
    });
    const catalog = new ModelCatalog(connection, options.clock, (error) => options.onListFailure?.(id, error));
    const { modelPrefixes } = provider;
    const servesAnyModel = provider.id === demo.id;
    const { defaultModel } = parsed;
    const list = () => listModels(connection);
    return [{ id, label, limits, modelPrefixes, connection, catalog, defaultModel, servesAnyModel, list }];
  });
  return { active, faults, brokenFrames: () => brokenFrames, close: () => transport.close() };
};

/** Several providers as one `LanguageModels`; the first one's default model is the default. */
export const routeModels = (
  active: readonly ConnectedInstance[],
  { clock, random = Math.random }: ConnectOptions,
): Pick<ConnectedModels, 'models' | 'active' | 'defaultModel'> => {
  const [first] = active;
  return {
    models: new RoutedModels(new ModelRoutes(active), { clock, random }),
    active,
    defaultModel: first?.defaultModel ?? defaultAlias(first?.id ?? demo.id),
  };
};

/** The providers that the environment configures. */
export const environmentInstances = (
  env: Env,
  sandboxes: boolean,
): { readonly instances: readonly ProviderInstance[]; readonly faults: readonly string[] } => {
  const { providers, faults } = selectProviders(env, sandboxes);
  const instances = providers.map((provider) => ({ id: provider.id, label: provider.label, provider, env }));
  return { instances, faults: [...faults, ...parseTimeouts(env).faults] };
};

/** All configured providers as one `LanguageModels`. Reads only `env` and connects to nothing yet. */
export const connectModels = (env: Env, options: ConnectOptions): ConnectedModels => {
  const { instances, faults } = environmentInstances(env, options.sandboxes ?? true);
  const connected = connectInstances(instances, options);
  return { ...connected, ...routeModels(connected.active, options), faults: [...faults, ...connected.faults] };
};

const listModels = async (connection: LlmConnection): Promise<readonly ModelInfo[]> => {
  try {
    return await connection.list();
  } catch (error) {
    throw toModelError(error);
  }
};

/** An answer without tools is better than none, unless a call is what was asked for. */
const withoutTools = (request: ModelRequest): ModelRequest => {
  const { tools: _, toolChoice, parallelToolCalls: __, ...rest } = request;
  return toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none' ? rest : request;
};

class RoutedModels implements LanguageModels {
  readonly #routes: ModelRoutes;
  readonly #policy: CommonPolicy;

  constructor(routes: ModelRoutes, policy: CommonPolicy) {
    this.#routes = routes;
    this.#policy = policy;
  }

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const route = this.#routes.findCached(request.model);
    return route ? this.#replyBy(route, request, signal) : this.#searchThenReply(request, signal);
  }

  list(): Promise<readonly ModelInfo[]> {
    return this.#routes.list();
  }

  catalogue() {
    return this.#routes.catalogue();
  }

  routeOf(model: string): KnownRoute | undefined {
    const route = this.#routes.findCached(model);
    if (!route) return undefined;
    const { provider, model: id } = route;
    const { seesImages } = provider.catalog.find(id) ?? {};
    const contextTokens = provider.catalog.contextTokensOf(id);
    return {
      provider: provider.id,
      model: id,
      ...(contextTokens !== undefined && { contextTokens }),
      ...(seesImages !== undefined && { seesImages }),
    };
  }

  #replyBy({ provider, model }: ModelRoute, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const routed = model === request.model ? request : { ...request, model };
    const start = (failures: readonly UpstreamError[]) => {
      const failedCalls = failures.filter(({ kind }) => kind === 'toolCallFailed').length;
      return provider.connection.reply(failedCalls < 2 ? routed : withoutTools(routed), signal);
    };
    const onFailure = (error: UpstreamError) => {
      const tokens = refusedContext(error);
      if (tokens !== undefined) provider.catalog.limitContext(model, tokens);
    };
    return new RetryingReply(start, signal, { ...this.#policy, onFailure, loadingMs: provider.limits.firstByteMs });
  }

  async *#searchThenReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const route = await this.#find(request.model, signal);
    if (route) yield* this.#replyBy(route, request, signal);
  }

  /** Waits for a server that loads its model, as long as for a first byte. */
  async #find(model: string, signal: AbortSignal): Promise<ModelRoute | undefined> {
    for (let waitedMs = 0; !signal.aborted; waitedMs += LOADING_POLL_MS) {
      try {
        return await unlessAborted(this.#routes.find(model), signal);
      } catch (error) {
        const maxMs = this.#routes.loading(model)?.limits.firstByteMs ?? 0;
        if (waitedMs + LOADING_POLL_MS > maxMs) throw error;
        await this.#policy.clock.sleep(LOADING_POLL_MS, signal);
      }
    }
    return undefined;
  }
}

/** Waits for `work` or the abort (then undefined; the result of `work` is ignored). */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
