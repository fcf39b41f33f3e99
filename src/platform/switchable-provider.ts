import {
  type ConfiguredProvider,
  type ConnectedProvider,
  type ProviderAccess,
  type ProviderKind,
  ProviderSwitch,
} from '../domain/admin/providers/ports.ts';
import { PageNotAllowed } from '../domain/agents/errors.ts';
import type { ModelInfo } from '../domain/chat/models/ports.ts';
import { InvalidInput } from '../domain/kernel/domain-error.ts';
import type { ProviderNeed } from '../shared/providers.ts';
import { type Env, type Provider, type ProviderRegistry } from './provider-registry.ts';

/** A provider as the environment selects it, or as an admin entered it. */
export interface ServingProvider<Port> {
  readonly id: string;
  readonly label: string;
  readonly isSandbox: boolean;
  readonly port: Port;
}

export interface SwitchableOptions<Deps, Port> {
  readonly need: ProviderNeed;
  readonly registry: ProviderRegistry<Deps, Port>;
  readonly env: Env;
  /** What the environment selects. */
  readonly selected: {
    readonly provider: Provider<Deps, Port>;
    readonly label: string;
    readonly connect: (deps: Deps) => Port;
  };
  readonly deps: Deps;
  /** For what an admin entered: permitted addresses only. */
  readonly guardedDeps: Deps;
  readonly toKind: (provider: Provider<Deps, Port>) => ProviderKind;
  /** The variables that would configure it. */
  readonly toEnv: (provider: Provider<Deps, Port>, access: ProviderAccess) => Env;
  /** The field of a form that a variable stands for. */
  readonly fieldOf: (variable: string) => string;
  readonly check: (port: Port) => Promise<unknown>;
  readonly close: (port: Port) => void;
}

/**
 * The one provider of a need: a real one that the environment selects, else the one that an admin
 * entered, else what serves without any. What an admin entered becomes the variables of that provider, so
 * there is one way to configure it.
 */
export class SwitchableProvider<Deps, Port> extends ProviderSwitch {
  readonly need: ProviderNeed;
  readonly kinds: readonly ProviderKind[];
  readonly configured: readonly ConfiguredProvider[];
  readonly fixedBy: string | undefined;
  private readonly environment: ServingProvider<Port>;
  private serving: ServingProvider<Port>;
  /** What `use` last connected. */
  private used = '[]';

  constructor(private readonly options: SwitchableOptions<Deps, Port>) {
    super();
    const { need, registry, selected, deps, toKind } = options;
    const { id, label, enabledBy, isSandbox } = selected.provider;
    this.need = need;
    this.kinds = this.enterable().map(toKind);
    this.fixedBy = fixingVariable(options);
    this.configured = this.fixedBy === undefined ? [] : [{ id, label, variable: enabledBy ?? registry.variable }];
    this.environment = { id, label: selected.label, isSandbox, port: selected.connect(deps) };
    this.serving = this.environment;
  }

  /** What serves now. */
  get current(): ServingProvider<Port> {
    return this.serving;
  }

  async test(access: ProviderAccess): Promise<readonly ModelInfo[]> {
    const { port } = this.connect(access);
    try {
      await this.options.check(port);
      return [];
    } catch (error) {
      if (isForbiddenAddress(error)) throw new InvalidInput('No provider may be at this address', 'baseUrl');
      throw error;
    } finally {
      this.options.close(port);
    }
  }

  use(providers: readonly ConnectedProvider[]): void {
    const wanted = JSON.stringify(providers);
    if (this.fixedBy !== undefined || wanted === this.used) return;
    const [provider] = providers;
    const before = this.serving;
    this.serving = provider ? this.connect(provider) : this.environment;
    this.used = wanted; // only now: what could not be connected is tried again
    if (before !== this.environment) this.options.close(before.port);
  }

  close(): void {
    for (const { port } of new Set([this.environment, this.serving])) this.options.close(port);
  }

  private enterable(): readonly Provider<Deps, Port>[] {
    return this.options.registry.providers.filter(({ enabledBy }) => enabledBy !== undefined);
  }

  private connect(access: ProviderAccess): ServingProvider<Port> {
    const { env, toEnv, fieldOf, guardedDeps } = this.options;
    const provider = this.enterable().find(({ id }) => id === access.kind);
    if (!provider) throw new InvalidInput('Unknown kind of provider', 'kind');
    const variables = { ...env, ...toEnv(provider, access) };
    const parsed = provider.parse(variables);
    if (!parsed.connect) {
      const [fault = ''] = parsed.faults;
      throw new InvalidInput(fault.replace(/^\w+:? /, ''), fieldOf(/^\w+/.exec(fault)?.[0] ?? ''));
    }
    return { id: provider.id, label: parsed.label, isSandbox: false, port: parsed.connect(guardedDeps) };
  }
}

const isForbiddenAddress = (error: unknown): boolean =>
  error instanceof Error && (error instanceof PageNotAllowed || isForbiddenAddress(error.cause));

/** The variable by which the environment decides: one that enables a real provider, or `SEARCH=off`. */
const fixingVariable = <Deps, Port>({
  registry,
  selected: { provider },
  env,
}: SwitchableOptions<Deps, Port>): string | undefined => {
  const named = env[registry.variable]?.trim();
  if (named === 'off') return registry.variable;
  const isReal = registry.providers.some(({ id }) => id === provider.id) && provider.id !== 'panel';
  if (!isReal) return undefined;
  return provider.enabledBy ?? registry.variable;
};
