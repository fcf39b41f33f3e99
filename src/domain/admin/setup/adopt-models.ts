import { mapTiers } from '../../../shared/tiers.ts';
import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import type { SettingsName } from '../../../shared/settings/documents.ts';
import type { AllSettings } from '../../kernel/settings.ts';

interface AdoptDeps {
  readonly changeConfig: ChangeConfig;
  readonly settings: AllSettings;
}

interface Offer {
  readonly offered: ReadonlySet<string>;
  /** What takes the place of a model that is not offered. */
  readonly model: string;
}

/** Replaces the models that a new server does not offer where settings choose one: one line of the log. */
export const adoptModels = async (
  { changeConfig, settings }: AdoptDeps,
  { offered, model }: Offer,
  admin: Admin,
): Promise<void> => {
  const pick = (id: string): string => (offered.has(id) ? id : model);
  const updates = new Map<SettingsName, object>();
  const { subscriptions } = await settings.of('rate-limits').current();
  const chosen = Object.values(subscriptions).map(({ models }) => models);
  if (chosen.some(({ primary, fallback }) => !offered.has(primary) || !offered.has(fallback)))
    updates.set('rate-limits', {
      subscriptions: mapTiers((tier) => {
        const { models, lifetime } = subscriptions[tier];
        const { primary, fallback } = models;
        return {
          models: { primary: pick(primary), fallback: pick(fallback) },
          lifetime: { modelLimits: moveLimit(lifetime.modelLimits, { from: primary, to: pick(primary) }) },
        };
      }),
    });
  const trial = await settings.of('freemium').current();
  if (!offered.has(trial.freemiumPrimaryModel) || !offered.has(trial.freemiumFallbackModel))
    updates.set('freemium', {
      freemiumPrimaryModel: pick(trial.freemiumPrimaryModel),
      freemiumFallbackModel: pick(trial.freemiumFallbackModel),
    });
  const vision = await settings.of('vision').current();
  if (!offered.has(vision.model)) updates.set('vision', { model });
  const { tiers } = await settings.of('model-config').current();
  if (mapTiersToList(tiers).some(({ id }) => !offered.has(id)))
    updates.set('model-config', {
      tiers: mapTiers((tier) => ({ models: adoptList(tiers[tier].models, { offered, model }) })),
    });
  const { modelConfig } = await settings.of('agents').current();
  const lost = Object.entries(modelConfig).filter(([, agent]) => agent.model !== '' && !offered.has(agent.model));
  if (lost.length > 0)
    updates.set('agents', { modelConfig: Object.fromEntries(lost.map(([type]) => [type, { model: '' }])) });
  if (updates.size === 0) return;
  const reason = `Models that are not offered: ${model} instead`;
  await changeConfig.saveTogether(updates, { admin, reason }, reason);
};

/** The change by which the model that takes another's place also takes its limit, where it has none of its own. */
const moveLimit = (
  limits: Readonly<Record<string, number>>,
  { from, to }: { readonly from: string; readonly to: string },
): Readonly<Record<string, number | null>> => {
  const limit = limits[from];
  return from === to || limit === undefined ? {} : { [from]: null, [to]: limits[to] ?? limit };
};

interface ListedModel {
  readonly id: string;
  readonly displayName: string;
  readonly isPrimary: boolean;
  readonly messageLimit: number;
  readonly unlimited: boolean;
}

const mapTiersToList = (tiers: Readonly<Record<string, { readonly models: readonly ListedModel[] }>>) =>
  Object.values(tiers).flatMap(({ models }) => models);

/** The offered ones. Where the primary model is lost, `model` takes its place with the limits of what it replaces. */
const adoptList = (models: readonly ListedModel[], { offered, model }: Offer): readonly ListedModel[] => {
  const stays = models.filter(({ id }) => offered.has(id));
  const primary = models.find(({ isPrimary }) => isPrimary);
  const replaced = primary ?? models.find(({ id }) => !offered.has(id));
  if (!replaced || offered.has(replaced.id)) return stays;
  const adopted = { ...replaced, id: model, displayName: model, isPrimary: true };
  return [adopted, ...stays.filter(({ id }) => id !== model).map((each) => ({ ...each, isPrimary: false }))];
};
