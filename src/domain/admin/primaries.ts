import type { ModelConfig, RateLimits, TierModel } from '../billing/ports.ts';
import { TIERS, type Tier } from '../kernel/tier.ts';

/*
 * The primary model of a tier stands in two documents: with the limits as the one that answers, and among the tier's
 * models as the one that is marked. They say the same: whoever changes one changes the other.
 */

const primaryOf = (models: readonly TierModel[]): string | undefined => models.find(({ isPrimary }) => isPrimary)?.id;

const eachTier = <T>(value: (tier: Tier) => T): Record<Tier, T> => ({
  free: value('free'),
  basic: value('basic'),
  premium: value('premium'),
});

/** A model that nobody listed and that is no primary any more goes: it came with the other document's primary alone. */
const marked = (models: readonly TierModel[], primary: string): readonly TierModel[] => {
  const left = models.filter(({ id, addedAsPrimary }) => id === primary || !addedAsPrimary);
  const known = left.some(({ id }) => id === primary);
  const all = known ? left : [added(primary), ...left];
  return all.map((model) => ({ ...model, isPrimary: model.id === primary }));
};

const added = (id: string): TierModel => ({
  id,
  displayName: id,
  isPrimary: true,
  messageLimit: -1,
  unlimited: true,
  addedAsPrimary: true,
});

const withoutMark = ({ addedAsPrimary: _, ...model }: TierModel): TierModel => model;

/** The models without the marks that only the server needs. */
export const shownModels = ({ tiers }: ModelConfig): ModelConfig => ({
  tiers: eachTier((tier) => ({ models: tiers[tier].models.map(withoutMark) })),
});

const leftAlone = (model: TierModel, before: readonly TierModel[]): boolean => {
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
export const rememberingAdded = (saved: ModelConfig, before: ModelConfig): ModelConfig => ({
  tiers: eachTier((tier) => ({
    models: saved.tiers[tier].models.map((model) =>
      leftAlone(model, before.tiers[tier].models) ? { ...model, addedAsPrimary: true } : model,
    ),
  })),
});

/** Whether both documents name the same primaries. */
export const agree = (rates: RateLimits, models: ModelConfig): boolean =>
  TIERS.every((tier) => primaryOf(models.tiers[tier].models) === rates.subscriptions[tier].models.primary);

/** The models with the primaries of the limits marked; one that is not among them is added without a limit while it is one. */
export const modelsAfter = (rates: RateLimits, models: ModelConfig): ModelConfig => ({
  tiers: eachTier((tier) => ({ models: marked(models.tiers[tier].models, rates.subscriptions[tier].models.primary) })),
});

/** The limits with the primaries that are marked among the models. */
export const ratesAfter = (models: ModelConfig, rates: RateLimits): RateLimits => ({
  ...rates,
  subscriptions: eachTier((tier) => {
    const own = rates.subscriptions[tier];
    return { ...own, models: { ...own.models, primary: primaryOf(models.tiers[tier].models) ?? own.models.primary } };
  }),
});

/**
 * What an admin meant who filled the form from `before` when the primaries had moved to those of `now` meanwhile by
 * their own doing: where they left the mark alone, it stays where it is now.
 */
export const remarked = (wished: ModelConfig, before: ModelConfig, now: ModelConfig): ModelConfig => ({
  tiers: eachTier((tier) => {
    const [old, present] = [primaryOf(before.tiers[tier].models), primaryOf(now.tiers[tier].models)];
    const { models } = wished.tiers[tier];
    const untouched = primaryOf(models) === old && present !== undefined && present !== old;
    return { models: untouched ? marked(models, present) : models };
  }),
});
