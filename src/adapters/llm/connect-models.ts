import type {
  KnownRoute,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from '../../domain/chat/models/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import type { PermittedAddresses } from '../../platform/guarded-connect.ts';
import type { Env } from '../../platform/provider-registry.ts';
import { demo } from './demo/demo.ts';
import { ModelCatalog } from './model-catalog.ts';
import { type ActiveProvider, defaultAlias, type ModelRoute, ModelRoutes } from './model-routes.ts';
import type { LlmConnection, LlmProvider, LlmDeps } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { type CallLimits, DEFAULT_LIMITS } from './upstream/call-limits.ts';
import { RetryingReply, type RetryPolicy } from './upstream/retrying-reply.ts';
import { Transport } from './upstream/transport.ts';
import { toModelError } from './upstream/upstream-error.ts';
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
  readonly paysNoVendor?: boolean;
  /** Where providers may be; anywhere when absent. */
  readonly addresses?: PermittedAddresses;
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

/** All configured providers as one `LanguageModels`. Reads only `env` and connects to nothing yet. */
export const connectModels = (env: Env, options: ConnectOptions): ConnectedModels => {
  const { providers, faults } = selectProviders(env, options.sandboxes ?? true);
  const { faults: timeoutFaults, timeouts: settings } = parseTimeouts(env);
  const defaults = { ...DEFAULT_LIMITS, ...options.limits };
  const deps: Omit<LlmDeps, 'onBrokenFrames'> = {
    transport: new Transport(defaults, options.addresses),
    limits: defaults,
    clock: options.clock,
    demoTokenIntervalMs: options.demoTokenIntervalMs ?? 20,
    freeUnanswered: options.paysNoVendor === true,
  };
  let brokenFrames = 0;
  const allFaults = [...faults, ...timeoutFaults];
  const active: (ActiveProvider & { readonly limits: CallLimits })[] = [];
  for (const { id, label, modelPrefixes: ownPrefixes, timeouts: waits, parse: read } of providers) {
    const parsed = read(env);
    allFaults.push(...parsed.faults);
    if (!parsed.connect) continue;
    const limits = { ...DEFAULT_LIMITS, ...waits, ...settings, ...options.limits };
    const connection = parsed.connect({
      ...deps,
      limits,
      onBrokenFrames: (count) => {
        brokenFrames += count;
        if (count > 0) options.onBrokenFrames?.(id, count);
      },
    });
    const catalog = new ModelCatalog(connection, options.clock, (error) => options.onListFailure?.(id, error));
    active.push({
      id,
      label,
      limits,
      modelPrefixes: ownPrefixes,
      connection,
      catalog,
      defaultModel: parsed.defaultModel,
      servesAnyModel: id === demo.id,
    });
  }
  const [first] = active;
  return {
    models: new RoutedModels(new ModelRoutes(active), { clock: options.clock, random: options.random ?? Math.random }),
    active: active.map(({ id, label, connection, limits }) => ({
      id,
      label,
      limits,
      list: () => listModels(connection),
    })),
    defaultModel: first?.defaultModel ?? defaultAlias(first?.id ?? demo.id),
    faults: allFaults,
    brokenFrames: () => brokenFrames,
    close: () => deps.transport.close(),
  };
};

const listModels = async (connection: LlmConnection): Promise<readonly ModelInfo[]> => {
  try {
    return await connection.list();
  } catch (error) {
    throw toModelError(error);
  }
};

class RoutedModels implements LanguageModels {
  readonly #routes: ModelRoutes;
  readonly #policy: RetryPolicy;

  constructor(routes: ModelRoutes, policy: RetryPolicy) {
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
    const contextTokens = provider.catalog.find(id)?.contextTokens;
    return { provider: provider.id, model: id, ...(contextTokens !== undefined && { contextTokens }) };
  }

  #replyBy({ provider, model }: ModelRoute, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const routed = model === request.model ? request : { ...request, model };
    return new RetryingReply(() => provider.connection.reply(routed, signal), signal, this.#policy);
  }

  async *#searchThenReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) return;
    const route = await unlessAborted(this.#routes.find(request.model), signal);
    if (route) yield* this.#replyBy(route, request, signal);
  }
}

/** Waits for `work` or the abort (then undefined; the result of `work` is ignored). */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
