import { startTransition, useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from './model-field.tsx';
import { findModels, useAvailableModels } from './use-available-models.ts';
import { useConfig } from '../config/use-config.ts';
import { useTierName } from '../shared/labels.ts';

type Rates = Configs['rate-limits'];
type Models = Rates['subscriptions'][Tier]['models'];

const withModels = (rates: Rates, tier: Tier, models: Models): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], models } },
});

const FIELDS = [
  ['primary', 'primaryOf'],
  ['fallback', 'fallbackOf'],
] as const;

/** Narrows the lists of all fields. A letter is shown before they are, and the next one does not wait for them. */
const ModelFilter = ({ onFilter }: { readonly onFilter: (filter: string) => void }) => {
  const t = useLimitTranslations();
  const models = useAvailableModels();
  const [typed, setTyped] = useState('');
  const count = findModels(models, typed).length;
  const type = (text: string): void => {
    setTyped(text);
    startTransition(() => onFilter(text));
  };
  return (
    <div className={styles['pair']}>
      <TextField
        type="search"
        label={t('filterModels')}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onText={type}
        hint={<span role="status">{t('modelsFound', { count, total: models.length })}</span>}
      />
    </div>
  );
};

/** The primary and the fallback model of each tier. */
export const ModelAccessTab = () => {
  const t = useLimitTranslations();
  const [filter, setFilter] = useState('');
  const tierName = useTierName();
  const config = useConfig('rate-limits');
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <p className={styles['intro']}>{t('accessIntro')}</p>
          <ModelFilter onFilter={setFilter} />
          {TIERS.map((tier) => {
            const { models } = rates.subscriptions[tier];
            return (
              <Card key={tier} title={tierName(tier)}>
                <div className={styles['pair']}>
                  {FIELDS.map(([name, label]) => (
                    <ModelField
                      key={name}
                      label={t(label, { tier: tierName(tier) })}
                      path={['subscriptions', tier, 'models', name]}
                      value={models[name]}
                      filter={filter}
                      onValue={(id) => config.change(withModels(rates, tier, { ...models, [name]: id }))}
                    />
                  ))}
                </div>
              </Card>
            );
          })}
        </>
      )}
    </ConfigForm>
  );
};
