import { useId, useState } from 'react';

import { useBrowserEnv } from '../../lib/browser-env.ts';
import { OVERRIDE_TYPES, type OverrideType } from '../../../src/shared/tiers.ts';
import { useAppSelector } from '../../state/store.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { Select } from '../../ui/forms/text-input.tsx';
import styles from './settings.module.css';
import { overrideApi } from './override-api.ts';
import { useTranslations } from './texts.ts';

/** Sets the override at the server and reloads the page. A failure is only logged. */
const useOverride = () => {
  const page = useBrowserEnv();
  const [save, { isLoading }] = overrideApi.useSetOverrideMutation();
  const setOverride = async (enabled: boolean, overrideType: OverrideType): Promise<void> => {
    const { error } = await save(enabled ? { enabled, overrideType } : { enabled });
    if (error) page.reportError('The admin override could not be changed.');
    else page.reload();
  };
  return {
    busy: isLoading,
    setOverride: (enabled: boolean, type: OverrideType) => void setOverride(enabled, type),
  };
};

/** For admins: act as another tier for at most a day. */
export const OverrideSetting = () => {
  const t = useTranslations();
  const id = useId();
  const { adminOverrideEnabled: enabled, adminOverrideType } = useAppSelector(({ flags }) => flags);
  const [type, setType] = useState(adminOverrideType);
  const { busy, setOverride } = useOverride();
  const choose = (text: string): void => {
    const next = OVERRIDE_TYPES.find((option) => option === text) ?? 'unlimited';
    setType(next);
    if (enabled) setOverride(true, next);
  };
  return (
    <SettingSection name="override" title={t('override')}>
      <div className={styles['override']}>
        <Checkbox checked={enabled} disabled={busy} onChange={(on) => setOverride(on, type)}>
          {t('override')}
        </Checkbox>
        <label htmlFor={id} className="visually-hidden">
          {t('overrideType')}
        </label>
        <Select
          id={id}
          value={type}
          disabled={busy}
          onText={choose}
          options={OVERRIDE_TYPES.map((option) => [option, t(option)])}
        />
      </div>
    </SettingSection>
  );
};
