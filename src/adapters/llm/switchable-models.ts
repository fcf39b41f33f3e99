import type {
  KnownRoute,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from '../../domain/chat/models/ports.ts';
import { ModelError } from '../../domain/chat/errors.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type {
  ConfiguredProvider,
  ConnectedProvider,
  ProviderAccess,
  ProviderKind,
} from '../../domain/admin/providers/ports.ts';
import { ModelServers } from '../../domain/admin/setup/ports.ts';
import { PROVIDER_ADDRESSES } from '../../platform/provider-addresses.ts';
import type { Env } from '../../platform/provider-registry.ts';
import {
  type ConnectedInstances,
  type ConnectedModels,
  connectInstances,
  type ConnectOptions,
  environmentInstances,
  type ProviderInstance,
  routeModels,
} from './connect-models.ts';
import { demo } from './demo/demo.ts';
import { namedModel } from './model-listing.ts';
import { isElsewhere } from './openai-connection.ts';
import type { LlmConnection, LlmProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { UpstreamError } from './upstream/upstream-error.ts';

/** Every provider names its variables alike: `GROQ_API_KEY`, `GROQ_BASE_URL`, `GROQ_MODEL`. */
const KEY_SUFFIX = '_API_KEY';
const ADDRESS_SUFFIX = '_BASE_URL';
const SUFFIX = /_(?:API_KEY|BASE_URL)$/;

const toKind = ({ id, label, enabledBy = '' }: LlmProvider): ProviderKind => ({
  id,
  label,
  needsAddress: enabledBy.endsWith(ADDRESS_SUFFIX),
  needsKey: enabledBy.endsWith(KEY_SUFFIX),
  sendsMail: false,
  isRepeatable: enabledBy.endsWith(ADDRESS_SUFFIX),
});

/** The variables that would configure this provider. */
const toEnv = ({ enabledBy }: LlmProvider, { baseUrl, apiKey, model }: ProviderAccess): Env => {
  const prefix = enabledBy?.replace(SUFFIX, '') ?? '';
  return {
    // Where an address is asked for it is the one that was entered, never one of the environment.
    ...(baseUrl === null && !enabledBy?.endsWith(ADDRESS_SUFFIX)
      ? {}
      : { [`${prefix}${ADDRESS_SUFFIX}`]: baseUrl ?? '' }),
    [`${prefix}${KEY_SUFFIX}`]: apiKey ?? undefined,
    [`${prefix}_MODEL`]: model ?? undefined,
  };
};

const isForbiddenAddress = (error: unknown): boolean =>
  error instanceof ModelError && error.cause instanceof UpstreamError && error.cause.kind === 'forbiddenAddress';

/** The server, if it is one, has no list of its models. */
const isUnlisted = (error: unknown): boolean => error instanceof ModelError && isElsewhere(error.cause);

/** The cheapest question. A model that thinks until it is cut off has understood it. */
const askBriefly = async (connection: LlmConnection, model: string): Promise<void> => {
  const messages = [{ role: 'user', content: 'Say yes.' }] as const;
  const request = { model, messages, temperature: 1, topP: 1, maxTokens: 16 };
  const reply = connection.reply(request, new AbortController().signal);
  try {
    await reply.next();
  } catch (error) {
    if (!(error instanceof ModelError && error.ranOut)) throw error;
  } finally {
    await reply.return?.();
  }
};

/** The field of a form that a variable stands for. */
const fieldOf = (fault: string): string => (fault.includes(ADDRESS_SUFFIX) ? 'baseUrl' : 'apiKey');

/**
 * The models that the environment configures and those of the providers that admins entered. The latter take the place
 * of the demo model, whether the demo was asked for or not; a provider of the environment wins over one of the same id,
 * and `LLM` with providers over all (docs/adr/0077).
 */
export class SwitchableModels extends ModelServers {
  readonly models: LanguageModels;
  readonly kinds: readonly ProviderKind[] = PROVIDERS.map(toKind);
  readonly faults: readonly string[];
  readonly configured: readonly ConfiguredProvider[];
  readonly fixedBy: string | undefined;
  readonly #environment: ConnectedInstances;
  /** Running replies may still use the ones before. */
  readonly #entered: ConnectedInstances[] = [];
  #current: Pick<ConnectedModels, 'models' | 'active' | 'defaultModel'>;
  /** What `use` last connected. */
  #used = '[]';

  constructor(
    private readonly env: Env,
    private readonly options: ConnectOptions,
  ) {
    super();
    const { instances, faults } = environmentInstances(env, options.sandboxes ?? true);
    this.#environment = connectInstances(instances, options);
    this.faults = [...faults, ...this.#environment.faults];
    this.#current = routeModels(this.#environment.active, options);
    this.models = new CurrentModels(() => this.#current.models);
    this.configured = instances.flatMap(({ id, label, provider: { enabledBy } }) =>
      enabledBy === undefined ? [] : [{ id, label, variable: enabledBy }],
    );
    this.fixedBy = (env['LLM'] ?? '').trim() !== '' && this.configured.length > 0 ? 'LLM' : undefined;
  }

  /** The same list until the models are switched. */
  get active(): ConnectedModels['active'] {
    return this.#current.active;
  }

  get defaultModel(): string {
    return this.#current.defaultModel;
  }

  labels(): readonly string[] {
    return this.active.map(({ label }) => label);
  }

  isDemo(): boolean {
    return this.active.some(({ id }) => id === demo.id);
  }

  async test(access: ProviderAccess): Promise<readonly ModelInfo[]> {
    const connected = this.#connect([{ ...access, model: null, id: access.kind, name: '' }]);
    const [fault] = connected.faults;
    const [provider] = connected.active;
    if (fault !== undefined || !provider)
      throw new InvalidInput(fault?.replace(/^\w+:? /, '') ?? 'Unknown kind of server', fieldOf(fault ?? ''));
    try {
      return await provider.list();
    } catch (error) {
      if (isForbiddenAddress(error)) throw new InvalidInput('No model server may be at this address', 'baseUrl');
      if (access.model === null || !isUnlisted(error)) throw error;
      await askBriefly(provider.connection, access.model);
      return [namedModel(access.model, provider.label)];
    } finally {
      await connected.close();
    }
  }

  use(providers: readonly ConnectedProvider[]): void {
    const wanted = JSON.stringify(providers);
    if (this.fixedBy !== undefined || wanted === this.#used) return;
    const entered = this.#connect(providers.filter(({ id }) => !this.configured.some((each) => each.id === id)));
    if (entered.active.length > 0) this.#entered.push(entered);
    const environment = this.#environment.active.filter(({ id }) => id !== demo.id || entered.active.length === 0);
    this.#current = routeModels([...environment, ...entered.active], this.options);
    this.#used = wanted;
  }

  brokenFrames(): number {
    return this.#all().reduce((sum, models) => sum + models.brokenFrames(), 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((models) => models.close()));
  }

  #all(): readonly ConnectedInstances[] {
    return [this.#environment, ...this.#entered];
  }

  /** Timeouts stay as the environment has them. */
  #connect(providers: readonly (ProviderAccess & Pick<ConnectedProvider, 'id' | 'name'>)[]): ConnectedInstances {
    const instances = providers.flatMap((access): ProviderInstance[] => {
      const provider = PROVIDERS.find(({ id }) => id === access.kind);
      if (!provider) return [];
      const env = { ...this.env, ...toEnv(provider, access) };
      return [{ id: access.id, label: access.name || provider.label, provider, env }];
    });
    return connectInstances(instances, { ...this.options, addresses: PROVIDER_ADDRESSES });
  }
}

/** Each call goes to the models of the moment. */
class CurrentModels implements LanguageModels {
  constructor(private readonly current: () => LanguageModels) {}

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    return this.current().reply(request, signal);
  }

  list(): Promise<readonly ModelInfo[]> {
    return this.current().list();
  }

  catalogue(): ReturnType<LanguageModels['catalogue']> {
    return this.current().catalogue();
  }

  routeOf(model: string): KnownRoute | undefined {
    return this.current().routeOf(model);
  }
}
