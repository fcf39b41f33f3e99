import type { ReactNode } from 'react';

import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { NumberInput, integerParser } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelSelect } from '../models/model-select.tsx';
import { useConfig } from '../config/use-config.ts';

type Freemium = Configs['freemium'];

const MIN_MESSAGES = 1;
const MAX_MESSAGES = 10;
const MANY_MESSAGES = 5;

const isOutside = (count: number): boolean => count < MIN_MESSAGES || count > MAX_MESSAGES;

interface PartProps {
  readonly trial: Freemium;
  readonly set: (part: Partial<Freemium>) => void;
  /** Says where a value comes from: an environment variable or the default. */
  readonly from: (name: keyof Freemium) => ReactNode;
}

const Access = ({ trial, set, from }: PartProps) => {
  const t = useLimitTranslations();
  return (
    <div className={styles['rows']}>
      <SwitchRow
        label={t('trialOn')}
        note={
          <>
            {t('trialOnNote')} {from('freemiumUnauth')}
          </>
        }
        checked={trial.freemiumUnauth}
        onChange={(freemiumUnauth) => set({ freemiumUnauth })}
      />
      <SwitchRow
        label={t('trialAgents')}
        note={
          <>
            {t('trialAgentsNote')} {from('freemiumAgentAccess')}
          </>
        }
        checked={trial.freemiumAgentAccess}
        onChange={(freemiumAgentAccess) => set({ freemiumAgentAccess })}
      />
    </div>
  );
};

const MessagesPerDay = ({ trial, set, from }: PartProps) => {
  const t = useLimitTranslations();
  const count = trial.freemiumMaxMessages;
  return (
    <>
      <Field
        label={t('messagesPerDay')}
        error={isOutside(count) ? t('between', { least: MIN_MESSAGES, most: MAX_MESSAGES }) : null}
        hint={
          <>
            {t('trialRange')} {from('freemiumMaxMessages')}
          </>
        }
      >
        {(control) => (
          <NumberInput
            {...control}
            className={styles['narrow']}
            min={MIN_MESSAGES}
            max={MAX_MESSAGES}
            value={count}
            parse={integerParser(0)}
            onNumber={(freemiumMaxMessages) => set({ freemiumMaxMessages })}
          />
        )}
      </Field>
      {count > MANY_MESSAGES && count <= MAX_MESSAGES ? <Notice tone="warning">{t('trialMany')}</Notice> : null}
    </>
  );
};

const Models = ({ trial, set, from }: PartProps) => {
  const t = useLimitTranslations();
  return (
    <div className={styles['pair']}>
      <Field label={t('primaryModel')} hint={from('freemiumPrimaryModel')}>
        {(control) => (
          <ModelSelect
            {...control}
            value={trial.freemiumPrimaryModel}
            onValue={(freemiumPrimaryModel) => set({ freemiumPrimaryModel })}
          />
        )}
      </Field>
      <Field label={t('fallbackModel')} hint={from('freemiumFallbackModel')}>
        {(control) => (
          <ModelSelect
            {...control}
            value={trial.freemiumFallbackModel}
            onValue={(freemiumFallbackModel) => set({ freemiumFallbackModel })}
          />
        )}
      </Field>
    </div>
  );
};

/** What visitors get before they sign up. */
export const FreemiumTab = () => {
  const t = useLimitTranslations();
  const config = useConfig('freemium');
  const from = (name: keyof Freemium) => <OriginLabel origins={config.origins} path={[name]} />;
  return (
    <ConfigForm config={config}>
      {(trial) => {
        const part = { trial, set: (changed: Partial<Freemium>) => config.change({ ...trial, ...changed }), from };
        return (
          <>
            <Card title={t('trialTitle')} note={t('trialNote')}>
              <Access {...part} />
              <MessagesPerDay {...part} />
            </Card>
            <Card title={t('trialModels')}>
              <Models {...part} />
            </Card>
          </>
        );
      }}
    </ConfigForm>
  );
};
