import { NOTICE_TONES, type Notices } from '../../../../src/shared/settings/notices.ts';
import { Card } from '../../../ui/display/card.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { useConfig } from '../config/use-config.ts';
import styles from '../shared/forms.module.css';
import { SwitchRow } from '../shared/form-row.tsx';
import { useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';

const MAX_TEXT_LENGTH = 500;
const TONE_LABELS = { info: 'toneInfo', warning: 'toneWarning' } as const satisfies Record<string, LimitTextKey>;

interface PartProps {
  readonly notices: Notices;
  readonly change: (notices: Notices) => void;
}

const AnnouncementCard = ({ notices, change }: PartProps) => {
  const t = useLimitTranslations();
  const { announcement } = notices;
  const set = (patch: Partial<Notices['announcement']>): void =>
    change({ ...notices, announcement: { ...announcement, ...patch } });
  return (
    <Card title={t('announcement')} note={t('announcementNote')}>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('announcementShown')}
          path={['announcement', 'isShown']}
          checked={announcement.isShown}
          onChange={(isShown) => set({ isShown })}
        />
      </div>
      <TextField
        label={t('announcementText')}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        value={announcement.text}
        onText={(text) => set({ text })}
      />
      <SelectField
        label={t('announcementTone')}
        value={announcement.tone}
        onText={(text) => set({ tone: NOTICE_TONES.find((tone) => tone === text) ?? 'info' })}
        options={NOTICE_TONES.map((tone) => [tone, t(TONE_LABELS[tone])] as const)}
      />
    </Card>
  );
};

const MaintenanceCard = ({ notices, change }: PartProps) => {
  const t = useLimitTranslations();
  const { maintenance } = notices;
  const set = (patch: Partial<Notices['maintenance']>): void =>
    change({ ...notices, maintenance: { ...maintenance, ...patch } });
  return (
    <Card title={t('maintenance')} note={t('maintenanceNote')}>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('maintenanceOn')}
          path={['maintenance', 'isOn']}
          checked={maintenance.isOn}
          onChange={(isOn) => set({ isOn })}
        />
      </div>
      <TextField
        label={t('maintenanceText')}
        optional
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        value={maintenance.text}
        onText={(text) => set({ text })}
      />
    </Card>
  );
};

/** What the operator tells everybody, and the switch that makes the server read-only. */
export const NoticesCards = () => {
  const config = useConfig('notices');
  return (
    <ConfigForm config={config}>
      {(notices) => (
        <>
          <AnnouncementCard notices={notices} change={config.change} />
          <MaintenanceCard notices={notices} change={config.change} />
        </>
      )}
    </ConfigForm>
  );
};
