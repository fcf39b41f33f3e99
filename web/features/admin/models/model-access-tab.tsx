import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { useConfig } from '../config/use-config.ts';
import { useTierName } from '../shared/labels.ts';

type Rates = Configs['rate-limits'];
type Models = Rates['subscriptions'][Tier]['models'];

const withModels = (rates: Rates, tier: Tier, models: Models): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], models } },
});

/** The model that serves each tier, and the one that takes over. */
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
            const set = (patch: Partial<Models>): void =>
              config.change(withModels(rates, tier, { ...models, ...patch }));
            const path = ['subscriptions', tier, 'models'];
            return (
              <Card key={tier} title={tierName(tier)}>
                <div className={styles['pair']}>
                  <Field
                    label={t('primaryOf', { tier: tierName(tier) })}
                    hint={<OriginLabel origins={config.origins} path={[...path, 'primary']} />}
                  >
                    {(control) => (
                      <ModelSelect {...control} value={models.primary} onValue={(primary) => set({ primary })} />
                    )}
                  </Field>
                  <Field
                    label={t('fallbackOf', { tier: tierName(tier) })}
                    hint={<OriginLabel origins={config.origins} path={[...path, 'fallback']} />}
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
