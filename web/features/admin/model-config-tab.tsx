import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { ConfigForm } from './config-form.tsx';
import { MODEL_CONFIG } from './config-specs.ts';
import { DiscoverCard } from './discover-card.tsx';
import { TierModelsCard } from './tier-models-card.tsx';
import { added, lists, withModels, type ModelConfig } from './tier-models.ts';
import { useConfig } from './use-config.ts';
import type { KnownModel } from './use-known-models.ts';
import { VisionCard } from './vision-card.tsx';
import { TIERS } from './words.ts';

/** Adds to a tier, or remembers for which tier a model was wanted that is there already. */
const useAdding = (change: (value: ModelConfig) => void) => {
  const [doubled, setDoubled] = useState<Tier | null>(null);
  const add = (config: ModelConfig, tier: Tier, model: KnownModel): void => {
    const { models } = config.tiers[tier];
    const isThere = lists(models, model.id);
    setDoubled(isThere ? tier : null);
    if (!isThere) change(withModels(config, tier, added(models, model)));
  };
  return { doubled, add };
};

/** The models of each tier, what the providers offer, and who may have images looked at. */
export const ModelConfigTab = () => {
  const config = useConfig(MODEL_CONFIG);
  const { doubled, add } = useAdding(config.change);
  return (
    <>
      <ConfigForm config={config}>
        {(value) => (
          <>
            <DiscoverCard onAdd={(tier, model) => add(value, tier, model)} />
            {TIERS.map((tier) => (
              <TierModelsCard
                key={tier}
                tier={tier}
                models={value.tiers[tier].models}
                origins={config.origins}
                doubled={doubled === tier}
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
