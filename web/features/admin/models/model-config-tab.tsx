import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { DiscoverModelsCard } from './discover-models-card.tsx';
import { TierModelsCard } from './tier-models-card.tsx';
import { addModel, hasModel, withModels, type ModelConfig } from './tier-models.ts';
import { useConfig } from '../config/use-config.ts';
import type { AvailableModel } from './use-available-models.ts';
import { VisionCard } from './vision-card.tsx';

/** Adds to a tier, or remembers for which tier a model was wanted that is there already. */
const useAddModel = (change: (value: ModelConfig) => void) => {
  const [duplicateTier, setDuplicateTier] = useState<Tier | null>(null);
  const add = (config: ModelConfig, tier: Tier, model: AvailableModel): void => {
    const { models } = config.tiers[tier];
    const isListed = hasModel(models, model.id);
    setDuplicateTier(isListed ? tier : null);
    if (!isListed) change(withModels(config, tier, addModel(models, model)));
  };
  return { doubled: duplicateTier, add };
};

/** The models of each tier, what the providers offer, and who may have images looked at. */
export const ModelConfigTab = () => {
  const config = useConfig('model-config');
  const { doubled: duplicateTier, add } = useAddModel(config.change);
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
                origins={config.origins}
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
