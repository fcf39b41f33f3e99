import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { RATE_LIMITS } from './config-specs.ts';
import { FormRow, SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { useConfig } from './use-config.ts';

type Features = Configs['rate-limits']['features'];

interface SwitchWords {
  readonly name: Exclude<keyof Features, 'graceMessages'>;
  readonly label: string;
  readonly note: string;
}

const BEFORE_GRACE: readonly SwitchWords[] = [
  { name: 'enableLifetimeLimits', label: 'Lifetime limits', note: 'Messages are counted over the whole life of an account.' },
  { name: 'enableDailyLimits', label: 'Daily limits', note: 'Messages are counted by day, in all and by model.' },
  { name: 'enableGracePeriod', label: 'Grace period', note: 'A few messages more are let through before a limit refuses.' },
];
const AFTER_GRACE: readonly SwitchWords[] = [
  { name: 'enableModelFallback', label: 'Model fallback', note: 'The fallback model answers when the wished one is used up for the day.' },
  { name: 'logLimitHits', label: 'Log limit hits', note: 'Who was refused by a limit is shown in the debug logs.' },
];

/** The switches of the limits. */
export const FeaturesTab = () => {
  const config = useConfig(RATE_LIMITS);
  return (
    <ConfigForm config={config}>
      {(rates) => {
        const { features } = rates;
        const set = (part: Partial<Features>): void => config.change({ ...rates, features: { ...features, ...part } });
        const from = (name: string) => <Origin origins={config.origins} path={['features', name]} />;
        const row = ({ name, label, note }: SwitchWords) => (
          <SwitchRow key={name} label={label} note={<>{note} {from(name)}</>} checked={features[name]} onChange={(on) => set({ [name]: on })} />
        );
        return (
          <Card title="Features" note="What the limits do. A change acts at once.">
            <div className={styles['rows']}>
              {BEFORE_GRACE.map(row)}
              <FormRow name="Grace messages" note={<>How many more, from 0 to 1000. {from('graceMessages')}</>}>
                <NumberInput aria-label="Grace messages" className={styles['narrow']} min={0} max={1000} value={features.graceMessages} read={readWhole(0)}
                  onNumber={(graceMessages) => set({ graceMessages })} />
              </FormRow>
              {AFTER_GRACE.map(row)}
            </div>
          </Card>
        );
      }}
    </ConfigForm>
  );
};
