import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { DiscoverModelsCard } from './discover-models-card.tsx';
import { TierModelsCard } from './tier-models-card.tsx';
import { addModel, hasModel, withModels, type ModelConfig } from './tier-models.ts';
import { useConfig } from '../config/use-config.ts';
import type { AvailableModel } from './use-available-models.ts';
import { VisionCard } from './vision-card.tsx';

/** The models of each tier, the models that providers offer, and image description. */
export const ModelConfigTab = () => {
  const config = useConfig('model-config');
  const add = (value: ModelConfig, tier: Tier, model: AvailableModel): boolean => {
    const { models } = value.tiers[tier];
    if (hasModel(models, model.id)) return false;
    config.change(withModels(value, tier, addModel(models, model)));
    return true;
  };
  return (
    <>
      <ConfigForm config={config}>
        {(value) => (
          <>
            <DiscoverModelsCard onAdd={(tier, model) => add(value, tier, model)} />
            {TIERS.map((tier) => (
              <TierModelsCard
                key={tier}
                tier={tier}
                models={value.tiers[tier].models}
                onAdd={(model) => add(value, tier, model)}
                onChange={(models) => config.change(withModels(value, tier, models))}
              />
            ))}
          </>
        )}
      </ConfigForm>
      <VisionCard />
    </>
  );
};
