import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { FREEMIUM } from './config-specs.ts';
import { SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { useLimitTexts } from './limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { useConfig } from './use-config.ts';

type Freemium = Configs['freemium'];

const LEAST = 1;
const MOST = 10;
const MANY = 5;

const isOutside = (count: number): boolean => count < LEAST || count > MOST;

/** What visitors get before they sign up. */
export const FreemiumTab = () => {
  const t = useLimitTexts();
  const config = useConfig(FREEMIUM);
  const from = (name: keyof Freemium) => <Origin origins={config.origins} path={[name]} />;
  return (
    <ConfigForm config={config}>
      {(trial) => {
        const set = (part: Partial<Freemium>): void => config.change({ ...trial, ...part });
        return (
          <>
            <Card title={t('trialTitle')} note={t('trialNote')}>
              <div className={styles['rows']}>
                <SwitchRow label={t('trialOn')} note={<>{t('trialOnNote')} {from('freemiumUnauth')}</>} checked={trial.freemiumUnauth}
                  onChange={(freemiumUnauth) => set({ freemiumUnauth })} />
                <SwitchRow label={t('trialAgents')} note={<>{t('trialAgentsNote')} {from('freemiumAgentAccess')}</>} checked={trial.freemiumAgentAccess}
                  onChange={(freemiumAgentAccess) => set({ freemiumAgentAccess })} />
              </div>
              <Field label={t('messagesPerDay')} error={isOutside(trial.freemiumMaxMessages) ? t('between', { least: LEAST, most: MOST }) : null}
                hint={<>{t('trialRange')} {from('freemiumMaxMessages')}</>}>
                {(control) => (
                  <NumberInput {...control} className={styles['narrow']} min={LEAST} max={MOST} value={trial.freemiumMaxMessages} read={readWhole(0)}
                    onNumber={(freemiumMaxMessages) => set({ freemiumMaxMessages })} />
                )}
              </Field>
              {trial.freemiumMaxMessages > MANY && trial.freemiumMaxMessages <= MOST
                ? <Notice tone="warning">{t('trialMany')}</Notice>
                : null}
            </Card>
            <Card title={t('trialModels')}>
              <div className={styles['pair']}>
                <Field label={t('primaryModel')} hint={from('freemiumPrimaryModel')}>
                  {(control) => <ModelSelect {...control} value={trial.freemiumPrimaryModel} onValue={(freemiumPrimaryModel) => set({ freemiumPrimaryModel })} />}
                </Field>
                <Field label={t('fallbackModel')} hint={from('freemiumFallbackModel')}>
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
