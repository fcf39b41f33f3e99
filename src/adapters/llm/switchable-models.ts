import type {
  KnownRoute,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from '../../domain/chat/models/ports.ts';
import { ModelError } from '../../domain/chat/errors.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import { type ModelServer, type ModelServerKind, ModelServers } from '../../domain/admin/setup/ports.ts';
import { MODEL_SERVER_ADDRESSES } from '../../platform/model-server-addresses.ts';
import type { Env } from '../../platform/provider-registry.ts';
import { type ConnectedModels, connectModels, type ConnectOptions } from './connect-models.ts';
import { demo } from './demo/demo.ts';
import type { LlmProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { UpstreamError } from './upstream/upstream-error.ts';

/** Every provider names its variables alike: `GROQ_API_KEY`, `GROQ_BASE_URL`, `GROQ_MODEL`. */
const KEY_SUFFIX = '_API_KEY';
const ADDRESS_SUFFIX = '_BASE_URL';
const SUFFIX = /_(?:API_KEY|BASE_URL)$/;

const toKind = ({ id, label, enabledBy = '' }: LlmProvider): ModelServerKind => ({
  id,
  label,
  needsAddress: enabledBy.endsWith(ADDRESS_SUFFIX),
  needsKey: enabledBy.endsWith(KEY_SUFFIX),
});

/** The variables that would configure this server. */
const toEnv = ({ provider, baseUrl, apiKey, model }: ModelServer): Env => {
  const prefix = PROVIDERS.find(({ id }) => id === provider)?.enabledBy?.replace(SUFFIX, '') ?? '';
  return {
    LLM: provider,
    [`${prefix}${ADDRESS_SUFFIX}`]: baseUrl ?? undefined,
    [`${prefix}${KEY_SUFFIX}`]: apiKey ?? undefined,
    [`${prefix}_MODEL`]: model,
  };
};

const isForbiddenAddress = (error: unknown): boolean =>
  error instanceof ModelError && error.cause instanceof UpstreamError && error.cause.kind === 'forbiddenAddress';

/** The field of a form that a variable stands for. */
const fieldOf = (fault: string): string => (fault.includes(ADDRESS_SUFFIX) ? 'baseUrl' : 'apiKey');

/**
 * The models that the environment configures, or those of the server that an admin connected: that one takes the place
 * of the demo model, whether the demo was asked for or not, and never that of a configured provider (docs/adr/0050).
 */
export class SwitchableModels extends ModelServers {
  readonly models: LanguageModels;
  readonly variables: readonly string[];
  readonly kinds: readonly ModelServerKind[] = PROVIDERS.map(toKind);
  readonly #environment: ConnectedModels;
  /** Running replies may still use the ones before. */
  readonly #retired: ConnectedModels[] = [];
  #current: ConnectedModels;
  /** What `use` was last told. */
  #used = '';

  constructor(
    private readonly env: Env,
    private readonly options: ConnectOptions,
  ) {
    super();
    this.#environment = connectModels(env, options);
    this.#current = this.#environment;
    this.models = new CurrentModels(() => this.#current.models);
    this.variables = this.#environment.active.flatMap(
      ({ id }) => PROVIDERS.find((each) => each.id === id)?.enabledBy ?? [],
    );
  }

  get faults(): readonly string[] {
    return this.#environment.faults;
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

  async list(server: Omit<ModelServer, 'model'>): Promise<readonly ModelInfo[]> {
    const connected = this.#connect({ ...server, model: 'any' });
    const [fault] = connected.faults;
    const [provider] = connected.active;
    if (fault !== undefined || !provider)
      throw new InvalidInput(fault?.replace(/^\w+:? /, '') ?? 'Unknown kind of server', fieldOf(fault ?? ''));
    try {
      return await provider.list();
    } catch (error) {
      if (isForbiddenAddress(error)) throw new InvalidInput('No model server may be at this address', 'baseUrl');
      throw error;
    } finally {
      await connected.close();
    }
  }

  use(server: ModelServer | undefined): void {
    const wanted = server === undefined ? '' : JSON.stringify(server);
    if (this.variables.length > 0 || wanted === this.#used) return;
    this.#used = wanted;
    const next = server === undefined ? this.#environment : this.#connect(server);
    if (next.active.length === 0) return;
    if (this.#current !== this.#environment) this.#retired.push(this.#current);
    this.#current = next;
  }

  brokenFrames(): number {
    return this.#all().reduce((sum, models) => sum + models.brokenFrames(), 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((models) => models.close()));
  }

  #all(): readonly ConnectedModels[] {
    return [...new Set([this.#environment, ...this.#retired, this.#current])];
  }

  /** Timeouts stay as the environment has them. */
  #connect(server: ModelServer): ConnectedModels {
    const addresses = MODEL_SERVER_ADDRESSES;
    return connectModels({ ...this.env, ...toEnv(server) }, { ...this.options, addresses });
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
