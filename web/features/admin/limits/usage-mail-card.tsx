import { WEEKDAYS, type UsageMailConfig } from '../../../../src/shared/settings/usage-mail.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { useLanguage } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { useConfig } from '../config/use-config.ts';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { usageMailApi } from './usage-mail-api.ts';

/** A Sunday, from which the days of the week are counted. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

const useWeekdayNames = (): readonly string[] => {
  const format = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return WEEKDAYS.map((_, index) => format.format(SUNDAY + index * DAY_MS));
};

interface FieldsProps {
  readonly config: UsageMailConfig;
  readonly change: (config: UsageMailConfig) => void;
}

const UsageMailFields = ({ config, change }: FieldsProps) => {
  const t = useLimitTranslations();
  const names = useWeekdayNames();
  return (
    <>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('usageMailOn')}
          path={['isOn']}
          checked={config.isOn}
          onChange={(isOn) => change({ ...config, isOn })}
        />
      </div>
      <SelectField
        label={t('usageMailDay')}
        hint={t('usageMailDayNote')}
        value={config.weekday}
        onText={(text) => change({ ...config, weekday: WEEKDAYS.find((day) => day === text) ?? config.weekday })}
        options={WEEKDAYS.map((day, index) => [day, names[index] ?? day] as const)}
      />
    </>
  );
};

const SendNow = () => {
  const t = useLimitTranslations();
  const [send, { data, error, isLoading }] = usageMailApi.useSendUsageMailMutation();
  return (
    <>
      <div>
        <Button busy={isLoading} onClick={() => void send()}>
          {t('usageMailNow')}
        </Button>
      </div>
      {data && data.sentTo !== null ? (
        <Notice tone="positive">{t('usageMailSent', { address: data.sentTo })}</Notice>
      ) : null}
      {data && data.sentTo === null ? (
        <Notice tone="danger">
          <LazyServerText text={data.detail}>{(reason) => t('usageMailFailed', { reason })}</LazyServerText>
        </Notice>
      ) : null}
      {error ? <Notice tone="danger">{getErrorMessage(error, t('usageMailWrong'))}</Notice> : null}
    </>
  );
};

/** What this admin wants, which is no part of the configuration. */
const OwnUsageMail = () => {
  const t = useLimitTranslations();
  const { data } = usageMailApi.useOwnUsageMailQuery();
  const [set, { error }] = usageMailApi.useSetOwnUsageMailMutation();
  if (!data) return null;
  if (data.address === null) return <Notice tone="warning">{t('usageMailNoAddress')}</Notice>;
  return (
    <>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('usageMailMine')}
          note={t('usageMailMineNote')}
          checked={data.receives}
          onChange={(receives) => void set({ receives })}
        />
      </div>
      {error ? <Notice tone="danger">{getErrorMessage(error, t('usageMailWrong'))}</Notice> : null}
      <SendNow />
    </>
  );
};

/** The weekly mail to the admins, and whether the one who looks gets it. */
export const UsageMailCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('usage-mail');
  return (
    <Card title={t('usageMail')} note={t('usageMailNote')}>
      <ConfigForm config={config}>{(value) => <UsageMailFields config={value} change={config.change} />}</ConfigForm>
      <OwnUsageMail />
    </Card>
  );
};
