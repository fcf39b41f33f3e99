import type { Tier } from '../../../src/contract/common.ts';
import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { RATE_LIMITS } from './config-specs.ts';
import styles from './forms.module.css';
import { useLimitTexts } from './limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { useConfig } from './use-config.ts';
import { TIERS, useTierName } from './words.ts';

type Rates = Configs['rate-limits'];
type Models = Rates['subscriptions'][Tier]['models'];

const withModels = (rates: Rates, tier: Tier, models: Models): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], models } },
});

/** The model that serves each tier, and the one that takes over. */
export const ModelAccessTab = () => {
  const t = useLimitTexts();
  const tierName = useTierName();
  const config = useConfig(RATE_LIMITS);
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <p className={styles['intro']}>{t('accessIntro')}</p>
          {TIERS.map((tier) => {
            const { models } = rates.subscriptions[tier];
            const set = (part: Partial<Models>): void => config.change(withModels(rates, tier, { ...models, ...part }));
            const path = ['subscriptions', tier, 'models'];
            return (
              <Card key={tier} title={tierName(tier)}>
                <div className={styles['pair']}>
                  <Field
                    label={t('primaryOf', { tier: tierName(tier) })}
                    hint={<Origin origins={config.origins} path={[...path, 'primary']} />}
                  >
                    {(control) => (
                      <ModelSelect {...control} value={models.primary} onValue={(primary) => set({ primary })} />
                    )}
                  </Field>
                  <Field
                    label={t('fallbackOf', { tier: tierName(tier) })}
                    hint={<Origin origins={config.origins} path={[...path, 'fallback']} />}
                  >
                    {(control) => (
                      <ModelSelect {...control} value={models.fallback} onValue={(fallback) => set({ fallback })} />
                    )}
                  </Field>
                </div>
              </Card>
            );
          })}
        </>
      )}
    </ConfigForm>
  );
};
