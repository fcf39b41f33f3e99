import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { ModelConfig, RateLimits, TierModel } from '../billing/ports.ts';
import { mapTiers, TIERS } from '../../shared/tiers.ts';

/*
 * The primary model of a tier stands in two documents: with the limits as the one that answers, and among the tier's
 * models as the one that is marked. They say the same: whoever changes one changes the other.
 */

const findPrimary = (models: readonly TierModel[]): string | undefined => models.find(({ isPrimary }) => isPrimary)?.id;

/** A model that nobody listed and that is no primary any more goes: it came with the other document's primary alone. */
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

/** The models as an admin saved them: those that came with a primary stay so while nobody changes them. */
const restoreAddedMarks = (saved: ModelConfig, before: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => ({
    models: saved.tiers[tier].models.map((model) =>
      isUnchanged(model, before.tiers[tier].models) ? { ...model, addedAsPrimary: true } : model,
    ),
  })),
});

/** Whether both documents name the same primaries. */
export const havePrimariesInSync = (rates: RateLimits, models: ModelConfig): boolean =>
  TIERS.every((tier) => findPrimary(models.tiers[tier].models) === rates.subscriptions[tier].models.primary);

/** The models with the primaries of the limits marked; one that is not among them is added without a limit while it is one. */
export const syncModelsWithRates = (rates: RateLimits, models: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => ({
    models: markPrimary(models.tiers[tier].models, rates.subscriptions[tier].models.primary),
  })),
});

/** The limits with the primaries that are marked among the models. */
export const syncRatesWithModels = (models: ModelConfig, rates: RateLimits): RateLimits => ({
  ...rates,
  subscriptions: mapTiers((tier) => {
    const own = rates.subscriptions[tier];
    return { ...own, models: { ...own.models, primary: findPrimary(models.tiers[tier].models) ?? own.models.primary } };
  }),
});

/**
 * What an admin meant who filled the form from `before` when the primaries had moved to those of `now` meanwhile by
 * their own doing: where they left the mark alone, it stays where it is now.
 */
const rebasePrimaries = (submitted: ModelConfig, before: ModelConfig, now: ModelConfig): ModelConfig => ({
  tiers: mapTiers((tier) => {
    const [old, present] = [findPrimary(before.tiers[tier].models), findPrimary(now.tiers[tier].models)];
    const { models } = submitted.tiers[tier];
    const untouched = findPrimary(models) === old && present !== undefined && present !== old;
    return { models: untouched ? markPrimary(models, present) : models };
  }),
});

/** What an admin saved, with what the server remembers of the models `now`; `seen` is given where it is not what there is now. */
const reviseModels = (saved: ModelConfig, now: ModelConfig, seen: ModelConfig | undefined): ModelConfig =>
  restoreAddedMarks(seen ? rebasePrimaries(saved, seen, now) : saved, now);

type Revise<T> = (saved: T, now: T, seen: T | undefined) => T;

/** What a save means besides its words, where it means more. */
export const REVISIONS: { readonly [N in SettingsName]?: Revise<SettingsDocuments[N]> } = {
  'model-config': reviseModels,
};
