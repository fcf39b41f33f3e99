import type { Tier } from '../../../../src/contract/common.ts';
import type { Configs } from '../../../state/admin-slice.ts';

export type ModelConfig = Configs['model-config'];
export type TierModel = ModelConfig['tiers'][Tier]['models'][number];

const UNLIMITED = -1;

/** The configuration with another list for one tier. */
export const withModels = (config: ModelConfig, tier: Tier, models: readonly TierModel[]): ModelConfig => ({
  tiers: { ...config.tiers, [tier]: { models: [...models] } },
});

/** Whether the tier lists it already; compared without the spaces that typing leaves around an id. */
export const hasModel = (models: readonly TierModel[], id: string): boolean =>
  models.some((model) => model.id === id.trim());

/** The list with one more model at its end; the first of a tier is its primary one. */
export const addModel = (
  models: readonly TierModel[],
  { id, displayName }: Pick<TierModel, 'id' | 'displayName'>,
): readonly TierModel[] => [
  ...models,
  { id: id.trim(), displayName, isPrimary: models.length === 0, messageLimit: UNLIMITED, unlimited: true },
];

/** The list without a model. The last one stays; without its primary model the first that is left becomes it. */
export const removeModel = (models: readonly TierModel[], id: string): readonly TierModel[] => {
  if (models.length <= 1) return models;
  const remaining = models.filter((model) => model.id !== id);
  return remaining.some(({ isPrimary }) => isPrimary)
    ? remaining
    : remaining.map((model, at) => (at === 0 ? { ...model, isPrimary: true } : model));
};

/** The list with exactly this one as primary. */
export const makePrimary = (models: readonly TierModel[], id: string): readonly TierModel[] =>
  models.map((model) => (model.isPrimary === (model.id === id) ? model : { ...model, isPrimary: model.id === id }));

/** -1 reads and sets the tick of no limit. */
export const getLimit = ({ unlimited, messageLimit }: TierModel): number => (unlimited ? UNLIMITED : messageLimit);
export const withLimit = (model: TierModel, limit: number): TierModel => ({
  ...model,
  messageLimit: limit,
  unlimited: limit === UNLIMITED,
});
