import { TRIAL_MESSAGES_RANGE } from '../../../../src/shared/settings/freemium.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { NumberField } from '../shared/number-field.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from '../models/model-field.tsx';
import { useConfig } from '../config/use-config.ts';

type Freemium = Configs['freemium'];

const MANY_MESSAGES = 5;

interface PartProps {
  readonly trial: Freemium;
  readonly set: (part: Partial<Freemium>) => void;
}

const Access = ({ trial, set }: PartProps) => {
  const t = useLimitTranslations();
  return (
    <div className={styles['rows']}>
      <SwitchRow
        label={t('trialOn')}
        note={t('trialOnNote')}
        path={['freemiumUnauth']}
        checked={trial.freemiumUnauth}
        onChange={(freemiumUnauth) => set({ freemiumUnauth })}
      />
      <SwitchRow
        label={t('trialAgents')}
        note={t('trialAgentsNote')}
        path={['freemiumAgentAccess']}
        checked={trial.freemiumAgentAccess}
        onChange={(freemiumAgentAccess) => set({ freemiumAgentAccess })}
      />
    </div>
  );
};

const MessagesPerDay = ({ trial, set }: PartProps) => {
  const t = useLimitTranslations();
  const count = trial.freemiumMaxMessages;
  return (
    <>
      <NumberField
        label={t('messagesPerDay')}
        hint={<OriginLabel path={['freemiumMaxMessages']}>{t('trialRange')}</OriginLabel>}
        range={TRIAL_MESSAGES_RANGE}
        value={count}
        onValue={(freemiumMaxMessages) => set({ freemiumMaxMessages })}
      />
      {count > MANY_MESSAGES ? <Notice tone="warning">{t('trialMany')}</Notice> : null}
    </>
  );
};

const MODEL_FIELDS = [
  ['freemiumPrimaryModel', 'primaryModel'],
  ['freemiumFallbackModel', 'fallbackModel'],
] as const;

/** What visitors get before they sign up. */
export const FreemiumTab = () => {
  const t = useLimitTranslations();
  const config = useConfig('freemium');
  return (
    <ConfigForm config={config}>
      {(trial) => {
        const set = (part: Partial<Freemium>): void => config.change({ ...trial, ...part });
        return (
          <>
            <Card title={t('trialTitle')} note={t('trialNote')}>
              <Access trial={trial} set={set} />
              <MessagesPerDay trial={trial} set={set} />
            </Card>
            <Card title={t('trialModels')}>
              <div className={styles['pair']}>
                {MODEL_FIELDS.map(([name, label]) => (
                  <ModelField
                    key={name}
                    label={t(label)}
                    path={[name]}
                    value={trial[name]}
                    onValue={(id) => set({ [name]: id })}
                  />
                ))}
              </div>
            </Card>
          </>
        );
      }}
    </ConfigForm>
  );
};
