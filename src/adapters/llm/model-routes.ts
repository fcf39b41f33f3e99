import { ModelError } from '../../domain/chat/errors.ts';
import type { ModelInfo } from '../../domain/chat/models/ports.ts';
import { REFUSALS } from '../../shared/refusals.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { LlmConnection } from './provider.ts';
import type { CallLimits } from './upstream/call-limits.ts';
import { toModelError } from './upstream/upstream-error.ts';

export interface ActiveProvider {
  readonly id: string;
  readonly label: string;
  readonly connection: LlmConnection;
  readonly catalog: ModelCatalog;
  readonly limits: CallLimits;
  /** Undefined: the first that the server lists. */
  readonly defaultModel: string | undefined;
  readonly modelPrefixes: readonly string[];
  /** The demo model accepts any id. */
  readonly servesAnyModel: boolean;
}

export interface ModelRoute {
  readonly provider: ActiveProvider;
  /** The id as the provider knows it. */
  readonly model: string;
}

/** Alias of a provider's default model, whatever it is: `ollama/default`. */
export const defaultAlias = (providerId: string): string => `${providerId}/default`;

const namedBy = ({ id, label }: ActiveProvider, model: ModelInfo): ModelInfo => ({
  ...model,
  id: `${id}/${model.id}`,
  displayName: `${model.displayName} (${label})`,
});

/** Finds the provider that has a model. */
export class ModelRoutes {
  readonly #active: readonly ActiveProvider[];

  constructor(active: readonly ActiveProvider[]) {
    this.#active = active;
  }

  /**
   * Each provider's models in order. An id of two providers belongs to the first; the others' models are listed with
   * the id of their provider before their own, and its name after theirs.
   */
  async list(): Promise<readonly ModelInfo[]> {
    const lists = await Promise.all(this.#active.map(({ catalog }) => catalog.list()));
    const byId = new Map<string, ModelInfo>();
    for (const [index, models] of lists.entries()) {
      const earlier = new Set(byId.keys());
      const provider = this.#active[index];
      for (const model of models) {
        const listed = provider && earlier.has(model.id) ? namedBy(provider, model) : model;
        if (!byId.has(listed.id)) byId.set(listed.id, listed);
      }
    }
    return [...byId.values()];
  }

  /** The list, and where it came from. */
  async catalogue() {
    const cached = this.#active.every(({ catalog }) => catalog.isFresh);
    const models = await this.list();
    return { models, cached, failed: this.#active.some(({ catalog }) => catalog.failure !== undefined) };
  }

  /** The route from cached lists, without waiting: the path of an ordinary send. */
  findCached(model: string): ModelRoute | undefined {
    const provider =
      this.#active.find(({ servesAnyModel: servesAll, defaultModel }) => servesAll || defaultModel === model) ??
      this.#active.find(({ catalog }) => catalog.has(model));
    if (!provider) return this.#byAlias(model) ?? this.#byListedName(model);
    return { provider, model: provider.servesAnyModel ? (provider.defaultModel ?? model) : model };
  }

  /** Like `findCached`, but fetches missing lists. Throws `ModelError` when no provider has the model. */
  async find(model: string): Promise<ModelRoute> {
    await Promise.all(
      this.#active
        .filter(({ catalog }) => catalog.isUninitialized || catalog.isLoading)
        .map(({ catalog }) => catalog.list()),
    );
    const route = this.findCached(model) ?? this.#byName(model) ?? this.#byElimination(model);
    if (route) return route;
    throw (
      this.#failureBehind(model) ??
      new ModelError('MODEL_CONFIG_ERROR', 'No AI service has this model', {
        unknownModel: true,
        advice: REFUSALS.modelGone,
      })
    );
  }

  /** The provider whose default model is meant, if it has to load it first. */
  loading(model: string): ActiveProvider | undefined {
    const provider = this.#aliased(model);
    return provider?.catalog.isLoading === true ? provider : undefined;
  }

  #aliased(model: string): ActiveProvider | undefined {
    return this.#active.find(({ id }) => model === defaultAlias(id));
  }

  #byAlias(model: string): ModelRoute | undefined {
    const provider = this.#aliased(model);
    const first = provider?.defaultModel ?? provider?.catalog.first?.id;
    return provider && first !== undefined ? { provider, model: first } : undefined;
  }

  #byListedName(model: string): ModelRoute | undefined {
    const named = (id: string) => model.slice(id.length + 1);
    const provider = this.#active.find(({ id, catalog }) => model.startsWith(`${id}/`) && catalog.has(named(id)));
    return provider && { provider, model: named(provider.id) };
  }

  #byName(model: string): ModelRoute | undefined {
    for (const provider of this.#active) {
      if (provider.modelPrefixes.some((prefix) => model.startsWith(prefix))) return { provider, model };
      const explicit = `${provider.id}/`;
      if (model.startsWith(explicit) && model !== defaultAlias(provider.id))
        return { provider, model: model.slice(explicit.length) };
    }
    return undefined;
  }

  /** The only provider whose list could not be fetched may have it, and will answer if not. */
  #byElimination(model: string): ModelRoute | undefined {
    const [provider, ...others] = this.#active.filter(({ catalog }) => !catalog.hasList);
    if (!provider || others.length > 0 || model === defaultAlias(provider.id)) return undefined;
    return { provider, model };
  }

  #failureBehind(model: string): ModelError | undefined {
    const provider = this.#aliased(model);
    return provider?.catalog.failure === undefined ? undefined : toModelError(provider.catalog.failure);
  }
}
