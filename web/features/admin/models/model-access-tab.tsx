import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from './model-field.tsx';
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

/** The primary and the fallback model of each tier. */
export const ModelAccessTab = () => {
  const t = useLimitTranslations();
  const tierName = useTierName();
  const config = useConfig('rate-limits');
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <p className={styles['intro']}>{t('accessIntro')}</p>
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
