import type { LanguageModels, ModelInfo } from '../chat/models/ports.ts';
import type { Requester, UserRequester } from '../chat/replies/ports/requesters.ts';
import { ModelListUnavailable, NotAUser } from './errors.ts';
import { defaultModels } from './group-models.ts';
import type { Limits } from './limits.ts';
import type { LimitSettings } from './settings.ts';
import { compareCategories, type ModelCategory } from '../../shared/model-categories.ts';
import { modelName } from '../../shared/model-name.ts';
import { hasAllModels, canUseModel } from './tier-models.ts';

export interface DiscoveredModel extends ModelInfo {
  readonly category: ModelCategory;
  /** Chosen by the admins for the user's plan. */
  readonly isRecommended: boolean;
}

export interface Discovery {
  readonly models: readonly DiscoveredModel[];
  /** The providers were not asked. */
  readonly cached: boolean;
}

/** Lists the models that a user may choose. */
export class DiscoverModels {
  constructor(
    private readonly models: LanguageModels,
    private readonly settings: LimitSettings,
  ) {}

  /** For the free plan only the primary model. Throws `ModelListUnavailable`. */
  async execute(requester: Requester): Promise<Discovery> {
    if (requester.kind !== 'user') throw new NotAUser();
    const { models, cached, failed } = await this.models.catalogue();
    if (failed && models.length === 0) throw new ModelListUnavailable();
    const limits = await this.settings.current();
    const { primary, fallback } = defaultModels(
      limits.rateLimits.subscriptions[requester.tier].models,
      requester.rights,
      models,
    );
    const usable = this.usable(requester, limits, models);
    const shown = usable.map((model) => ({
      ...model,
      category: categoryOf(model),
      isRecommended: model.id === primary || (model.id === fallback && usable.length > 1),
    }));
    return { cached, models: shown.toSorted(compareModels) };
  }

  /** Only models that a provider offers, except the plan's own. */
  private usable(
    requester: UserRequester,
    { rateLimits, modelConfig }: Limits,
    available: readonly ModelInfo[],
  ): readonly ModelInfo[] {
    const listed = new Map(modelConfig.tiers[requester.tier].models.map((model) => [model.id, model]));
    const plan = rateLimits.subscriptions[requester.tier].models;
    const { primary, fallback } = defaultModels(plan, requester.rights, available);
    const toModelInfo = (id: string): ModelInfo => {
      const unknown = { id, displayName: modelName(id), ownedBy: '', isPreview: false, created: 0 };
      const model = available.find((each) => each.id === id) ?? unknown;
      const name = listed.get(id)?.displayName;
      return name === undefined || name === '' || name === id ? model : { ...model, displayName: name };
    };
    const listedByGroups = requester.rights?.models ?? null;
    if (requester.tier === 'free' && !hasAllModels(requester) && listedByGroups === null) return [toModelInfo(primary)];
    const chosen = [...(fallback === undefined ? [] : [fallback]), ...(listedByGroups ?? listed.keys())].filter((id) =>
      available.some((model) => model.id === id),
    );
    const allowed = available.filter((model) => canUseModel(requester, model)).map(({ id }) => id);
    return [...new Set([primary, ...chosen, ...allowed])].map(toModelInfo);
  }
}

const compareModels = (a: DiscoveredModel, b: DiscoveredModel): number =>
  compareCategories(a, b) ||
  Number(b.isRecommended) - Number(a.isRecommended) ||
  a.displayName.localeCompare(b.displayName, 'en');

/** By the model's name, not by its host. */
export const categoryOf = (model: Pick<ModelInfo, 'id' | 'ownedBy' | 'isPreview'>): ModelCategory => {
  const { id, ownedBy, isPreview } = model;
  if (/llama/i.test(id)) return 'LLaMA';
  if (/mixtral/i.test(id)) return 'Mixtral';
  if (/gemma/i.test(id)) return 'Gemma';
  if (/claude/i.test(id) || /anthropic/i.test(ownedBy)) return isPreview ? 'Anthropic Preview' : 'Anthropic';
  if (/(^|\/)(gpt|chatgpt|o\d)/i.test(id) || /openai/i.test(ownedBy)) return isPreview ? 'OpenAI Preview' : 'OpenAI';
  return 'Other';
};
