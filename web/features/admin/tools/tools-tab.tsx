import { CALL_SECONDS_RANGE, MAX_CALLS_RANGE } from '../../../../src/shared/settings/tools.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { useConfig } from '../config/use-config.ts';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useTierName } from '../shared/labels.ts';
import { NumberField } from '../shared/number-field.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { LedgerCard } from './ledger-card.tsx';
import { ServersCard } from './servers-card.tsx';
import { useToolsTranslations } from './tools-texts.ts';

type Settings = Configs['tools'];

interface SettingsProps {
  readonly settings: Settings;
  readonly set: (part: Partial<Settings>) => void;
}

const UseCard = ({ settings, set }: SettingsProps) => {
  const t = useToolsTranslations();
  const tierName = useTierName();
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('enabled')}
          note={t('enabledNote')}
          path={['enabled']}
          checked={settings.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        {TIERS.map((tier) => (
          <SwitchRow
            key={tier}
            label={t('ownServersOf', { tier: tierName(tier) })}
            path={['ownServers', tier]}
            checked={settings.ownServers[tier]}
            onChange={(isOn) => set({ ownServers: { ...settings.ownServers, [tier]: isOn } })}
          />
        ))}
      </div>
    </Card>
  );
};

const LimitsCard = ({ settings, set }: SettingsProps) => {
  const t = useToolsTranslations();
  return (
    <Card title={t('limits')} note={t('limitsNote')}>
      <div className={styles['pair']}>
        <NumberField
          label={t('maxCalls')}
          hint={<OriginLabel path={['maxCalls']}>{t('maxCallsNote')}</OriginLabel>}
          range={MAX_CALLS_RANGE}
          value={settings.maxCalls}
          onValue={(maxCalls) => set({ maxCalls })}
        />
        <NumberField
          label={t('seconds')}
          hint={<OriginLabel path={['callTimeoutSeconds']}>{t('secondsNote')}</OriginLabel>}
          range={CALL_SECONDS_RANGE}
          value={settings.callTimeoutSeconds}
          onValue={(callTimeoutSeconds) => set({ callTimeoutSeconds })}
        />
      </div>
    </Card>
  );
};

const SettingsCards = () => {
  const config = useConfig('tools');
  return (
    <ConfigForm config={config}>
      {(settings) => {
        const set = (part: Partial<Settings>): void => config.change({ ...settings, ...part });
        return (
          <>
            <UseCard settings={settings} set={set} />
            <LimitsCard settings={settings} set={set} />
          </>
        );
      }}
    </ConfigForm>
  );
};

/** Which servers of tools there are for all, and how their tools may be used. */
export const ToolsTab = () => {
  const isAdmin = useIsAdmin();
  return (
    <>
      <ServersCard />
      {isAdmin ? <LedgerCard /> : null}
      {isAdmin ? <SettingsCards /> : null}
    </>
  );
};
