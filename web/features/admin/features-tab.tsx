import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { RATE_LIMITS } from './config-specs.ts';
import { FormRow, SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { useLimitTexts, type LimitKey } from './limit-texts.ts';
import { useConfig } from './use-config.ts';

type Features = Configs['rate-limits']['features'];

interface SwitchWords {
  readonly name: Exclude<keyof Features, 'graceMessages'>;
  readonly label: LimitKey;
  readonly note: LimitKey;
}

const BEFORE_GRACE: readonly SwitchWords[] = [
  { name: 'enableLifetimeLimits', label: 'lifetimeLimits', note: 'lifetimeNote' },
  { name: 'enableDailyLimits', label: 'dailyLimits', note: 'dailyNote' },
  { name: 'enableGracePeriod', label: 'grace', note: 'graceNote' },
];
const AFTER_GRACE: readonly SwitchWords[] = [
  { name: 'enableModelFallback', label: 'modelFallback', note: 'modelFallbackNote' },
  { name: 'logLimitHits', label: 'logHits', note: 'logHitsNote' },
];

/** The switches of the limits. */
export const FeaturesTab = () => {
  const t = useLimitTexts();
  const config = useConfig(RATE_LIMITS);
  return (
    <ConfigForm config={config}>
      {(rates) => {
        const { features } = rates;
        const set = (part: Partial<Features>): void => config.change({ ...rates, features: { ...features, ...part } });
        const from = (name: string) => <Origin origins={config.origins} path={['features', name]} />;
        const row = ({ name, label, note }: SwitchWords) => (
          <SwitchRow
            key={name}
            label={t(label)}
            note={
              <>
                {t(note)} {from(name)}
              </>
            }
            checked={features[name]}
            onChange={(on) => set({ [name]: on })}
          />
        );
        return (
          <Card title={t('features')} note={t('featuresNote')}>
            <div className={styles['rows']}>
              {BEFORE_GRACE.map(row)}
              <FormRow
                name={t('graceMessages')}
                note={
                  <>
                    {t('graceMessagesNote')} {from('graceMessages')}
                  </>
                }
              >
                <NumberInput
                  aria-label={t('graceMessages')}
                  className={styles['narrow']}
                  min={0}
                  max={1000}
                  value={features.graceMessages}
                  read={readWhole(0)}
                  onNumber={(graceMessages) => set({ graceMessages })}
                />
              </FormRow>
              {AFTER_GRACE.map(row)}
            </div>
          </Card>
        );
      }}
    </ConfigForm>
  );
};
