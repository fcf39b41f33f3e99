import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { NumberField, integerParser } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from '../models/model-field.tsx';
import { useConfig } from '../config/use-config.ts';

type Freemium = Configs['freemium'];

const MIN_MESSAGES = 1;
const MAX_MESSAGES = 10;
const MANY_MESSAGES = 5;

const isOutside = (count: number): boolean => count < MIN_MESSAGES || count > MAX_MESSAGES;

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
        error={isOutside(count) ? t('between', { least: MIN_MESSAGES, most: MAX_MESSAGES }) : null}
        hint={<OriginLabel path={['freemiumMaxMessages']}>{t('trialRange')}</OriginLabel>}
        className={styles['narrow']}
        min={MIN_MESSAGES}
        max={MAX_MESSAGES}
        value={count}
        parse={integerParser(0)}
        onNumber={(freemiumMaxMessages) => set({ freemiumMaxMessages })}
      />
      {count > MANY_MESSAGES && count <= MAX_MESSAGES ? <Notice tone="warning">{t('trialMany')}</Notice> : null}
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
