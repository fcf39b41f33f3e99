import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { ModelConfig, RateLimits, TierModel } from '../billing/ports.ts';
import { mapTiers, TIERS } from '../../shared/tiers.ts';

/*
 * The primary model of a tier is in two documents: in the limits, and marked among the tier's models. A change to one
 * is applied to the other.
 */

const findPrimary = (models: readonly TierModel[]): string | undefined => models.find(({ isPrimary }) => isPrimary)?.id;

/** Marks the primary model. A model that was only added as primary is removed when it no longer is. */
const markPrimary = (models: readonly TierModel[], primary: string): readonly TierModel[] => {
  const remaining = models.filter(({ id, addedAsPrimary }) => id === primary || !addedAsPrimary);
  const isListed = remaining.some(({ id }) => id === primary);
  const all = isListed ? remaining : [createPrimaryModel(primary), ...remaining];
  return all.map((model) => ({ ...model, isPrimary: model.id === primary }));
};

const createPrimaryModel = (id: string): TierModel => ({
  id,
  displayName: id,
  isPrimary: true,
  messageLimit: -1,
  unlimited: true,
  addedAsPrimary: true,
});

const isUnchanged = (model: TierModel, before: readonly TierModel[]): boolean => {
  const { displayName, isPrimary, messageLimit, unlimited } = model;
  return before.some(
    (old) =>
      old.id === model.id &&
      old.addedAsPrimary &&
      old.displayName === displayName &&
      old.isPrimary === isPrimary &&
      old.messageLimit === messageLimit &&
      old.unlimited === unlimited,
  );
};

/** Restores the `addedAsPrimary` mark on models that the admin did not change. */
const restoreAddedMarks = (saved: ModelConfig, before: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => ({
    models: saved.tiers[tier].models.map((model) =>
      isUnchanged(model, before.tiers[tier].models) ? { ...model, addedAsPrimary: true } : model,
    ),
  })),
});

export const havePrimariesInSync = (rates: RateLimits, models: ModelConfig): boolean =>
  TIERS.every((tier) => findPrimary(models.tiers[tier].models) === rates.subscriptions[tier].models.primary);

/** Marks the primaries of the limits among the models; a missing one is added without a limit. */
export const syncModelsWithRates = (rates: RateLimits, models: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => ({
    models: markPrimary(models.tiers[tier].models, rates.subscriptions[tier].models.primary),
  })),
});

/** Copies the marked primaries to the limits. */
export const syncRatesWithModels = (models: ModelConfig, rates: RateLimits): RateLimits => ({
  ...rates,
  subscriptions: mapTiers((tier) => {
    const own = rates.subscriptions[tier];
    return { ...own, models: { ...own.models, primary: findPrimary(models.tiers[tier].models) ?? own.models.primary } };
  }),
});

/**
 * Rebases a form filled from `before` onto `now`: where the admin did not move the primary mark, the current one stays.
 */
const rebasePrimaries = (submitted: ModelConfig, before: ModelConfig, now: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => {
    const [old, present] = [findPrimary(before.tiers[tier].models), findPrimary(now.tiers[tier].models)];
    const { models } = submitted.tiers[tier];
    const untouched = findPrimary(models) === old && present !== undefined && present !== old;
    return { models: untouched ? markPrimary(models, present) : models };
  }),
});

/** Revises a saved document. `seen` is given when it is not the current one. */
const reviseModels = (saved: ModelConfig, now: ModelConfig, seen: ModelConfig | undefined): ModelConfig =>
  restoreAddedMarks(seen ? rebasePrimaries(saved, seen, now) : saved, now);

type Revise<T> = (saved: T, now: T, seen: T | undefined) => T;

/** Corrections applied to a document when it is saved. */
export const REVISIONS: { readonly [N in SettingsName]?: Revise<SettingsDocuments[N]> } = {
  'model-config': reviseModels,
};
