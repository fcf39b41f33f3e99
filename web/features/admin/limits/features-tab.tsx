import { GRACE_MESSAGES_RANGE } from '../../../../src/shared/settings/rate-limits.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { FormRow, SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { NumberField } from '../shared/number-field.tsx';
import { useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';
import { UsageMailCard } from './usage-mail-card.tsx';
import { NoticesCards } from './notices-cards.tsx';

type Features = Configs['rate-limits']['features'];

interface SwitchSpec {
  readonly name: Exclude<keyof Features, 'graceMessages'>;
  readonly label: LimitTextKey;
  readonly note: LimitTextKey;
}

const BEFORE_GRACE: readonly SwitchSpec[] = [
  { name: 'enableLifetimeLimits', label: 'lifetimeLimits', note: 'lifetimeNote' },
  { name: 'enableDailyLimits', label: 'dailyLimits', note: 'dailyNote' },
  { name: 'enableGracePeriod', label: 'grace', note: 'graceNote' },
];
const FILE_SWITCHES: readonly SwitchSpec[] = [
  { name: 'rewordFileQuestions', label: 'rewordQuestions', note: 'rewordQuestionsNote' },
  { name: 'rankPassagesByModel', label: 'rankByModel', note: 'rankByModelNote' },
];
const CITATION_SWITCHES: readonly SwitchSpec[] = [
  { name: 'checkCitationsByModel', label: 'checkByModel', note: 'checkByModelNote' },
  { name: 'correctSentencesByModel', label: 'correctByModel', note: 'correctByModelNote' },
];
const AFTER_GRACE: readonly SwitchSpec[] = [
  { name: 'enableModelFallback', label: 'modelFallback', note: 'modelFallbackNote' },
  { name: 'logLimitHits', label: 'logHits', note: 'logHitsNote' },
];

/** The switches of the limits, and of the model calls that help to search files and check answers. */
const SwitchCards = () => {
  const t = useLimitTranslations();
  const config = useConfig('rate-limits');
  return (
    <ConfigForm config={config}>
      {(rates) => {
        const { features } = rates;
        const set = (patch: Partial<Features>): void =>
          config.change({ ...rates, features: { ...features, ...patch } });
        const row = ({ name, label, note }: SwitchSpec) => (
          <SwitchRow
            key={name}
            label={t(label)}
            note={t(note)}
            path={['features', name]}
            checked={features[name]}
            onChange={(on) => set({ [name]: on })}
          />
        );
        return (
          <>
            <Card title={t('features')} note={t('featuresNote')}>
              <div className={styles['rows']}>
                {BEFORE_GRACE.map(row)}
                <FormRow name={t('graceMessages')} note={t('graceMessagesNote')} path={['features', 'graceMessages']}>
                  <NumberField
                    label={t('graceMessages')}
                    hideLabel
                    range={GRACE_MESSAGES_RANGE}
                    value={features.graceMessages}
                    onValue={(graceMessages) => set({ graceMessages })}
                  />
                </FormRow>
                {AFTER_GRACE.map(row)}
              </div>
            </Card>
            <Card title={t('fileSearch')} note={t('fileSearchNote')}>
              <div className={styles['rows']}>{FILE_SWITCHES.map(row)}</div>
            </Card>
            <Card title={t('citationCheck')} note={t('citationCheckNote')}>
              <div className={styles['rows']}>{CITATION_SWITCHES.map(row)}</div>
            </Card>
          </>
        );
      }}
    </ConfigForm>
  );
};

/** The switches of the limits and of the model calls that help to search files, and what everybody is told. */
export const FeaturesTab = () => (
  <>
    <SwitchCards />
    <NoticesCards />
    <UsageMailCard />
  </>
);
