import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { DiscoverModelsCard } from './discover-models-card.tsx';
import { TierModelsCard } from './tier-models-card.tsx';
import { addModel, hasModel, withModels, type ModelConfig } from './tier-models.ts';
import { useConfig } from '../config/use-config.ts';
import type { AvailableModel } from './use-available-models.ts';
import { VisionCard } from './vision-card.tsx';

/** Adds a model to a tier, or sets the tier in which it is a duplicate. */
const useAddModel = (change: (value: ModelConfig) => void) => {
  const [duplicateTier, setDuplicateTier] = useState<Tier | null>(null);
  const add = (config: ModelConfig, tier: Tier, model: AvailableModel): void => {
    const { models } = config.tiers[tier];
    const isListed = hasModel(models, model.id);
    setDuplicateTier(isListed ? tier : null);
    if (!isListed) change(withModels(config, tier, addModel(models, model)));
  };
  return { duplicateTier, add };
};

/** The models of each tier, the models that providers offer, and image description. */
export const ModelConfigTab = () => {
  const config = useConfig('model-config');
  const { duplicateTier, add } = useAddModel(config.change);
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
                isDuplicate={duplicateTier === tier}
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
