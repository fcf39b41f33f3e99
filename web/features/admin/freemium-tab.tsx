import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { FREEMIUM } from './config-specs.ts';
import { SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { ModelSelect } from './model-select.tsx';
import { useConfig } from './use-config.ts';

type Freemium = Configs['freemium'];

const LEAST = 1;
const MOST = 10;
const MANY = 5;

const rangeError = (count: number): string | null => (count < LEAST || count > MOST ? `Must be between ${LEAST} and ${MOST}` : null);

/** What visitors get before they sign up. */
export const FreemiumTab = () => {
  const config = useConfig(FREEMIUM);
  const from = (name: keyof Freemium) => <Origin origins={config.origins} path={[name]} />;
  return (
    <ConfigForm config={config}>
      {(trial) => {
        const set = (part: Partial<Freemium>): void => config.change({ ...trial, ...part });
        return (
          <>
            <Card title="Freemium Trial" note="What visitors may do without an account.">
              <div className={styles['rows']}>
                <SwitchRow label="Trial for visitors" note={<>Visitors may send messages. {from('freemiumUnauth')}</>} checked={trial.freemiumUnauth}
                  onChange={(freemiumUnauth) => set({ freemiumUnauth })} />
                <SwitchRow label="Agents in the trial" note={<>Visitors may use agent modes. {from('freemiumAgentAccess')}</>} checked={trial.freemiumAgentAccess}
                  onChange={(freemiumAgentAccess) => set({ freemiumAgentAccess })} />
              </div>
              <Field label="Messages per day" error={rangeError(trial.freemiumMaxMessages)} hint={<>1 to 10; recommended 3-5. {from('freemiumMaxMessages')}</>}>
                {(control) => (
                  <NumberInput {...control} className={styles['narrow']} min={LEAST} max={MOST} value={trial.freemiumMaxMessages} read={readWhole(0)}
                    onNumber={(freemiumMaxMessages) => set({ freemiumMaxMessages })} />
                )}
              </Field>
              {trial.freemiumMaxMessages > MANY && trial.freemiumMaxMessages <= MOST
                ? <Notice tone="warning">More than 5 free messages a day may cost a lot and give little reason to sign up. Recommended are 3-5.</Notice>
                : null}
            </Card>
            <Card title="Models of the trial">
              <div className={styles['pair']}>
                <Field label="Primary model" hint={from('freemiumPrimaryModel')}>
                  {(control) => <ModelSelect {...control} value={trial.freemiumPrimaryModel} onValue={(freemiumPrimaryModel) => set({ freemiumPrimaryModel })} />}
                </Field>
                <Field label="Fallback model" hint={from('freemiumFallbackModel')}>
                  {(control) => <ModelSelect {...control} value={trial.freemiumFallbackModel} onValue={(freemiumFallbackModel) => set({ freemiumFallbackModel })} />}
                </Field>
              </div>
            </Card>
          </>
        );
      }}
    </ConfigForm>
  );
};
