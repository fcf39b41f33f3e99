import { useId, useState } from 'react';

import { usePage } from '../../lib/page.ts';
import { OVERRIDE_TYPES, type OverrideType } from '../../state/flags-slice.ts';
import { useAppSelector } from '../../state/store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SettingSection } from '../../ui/setting-row.tsx';
import { Select } from '../../ui/text-input.tsx';
import styles from './settings.module.css';
import { overrideApi } from './override-api.ts';
import { useTexts } from './texts.ts';

const WORDS = { unlimited: 'unlimited', premium: 'premium', basic: 'basic', free: 'free' } as const satisfies Readonly<
  Record<OverrideType, string>
>;

/** Tells the server, and on success loads the page again, so that everything on it is as that tier sees it. A failure is only logged. */
const useOverride = () => {
  const page = usePage();
  const [set, { isLoading }] = overrideApi.useSetOverrideMutation();
  const turn = async (enabled: boolean, overrideType: OverrideType): Promise<void> => {
    const { error } = await set(enabled ? { enabled, overrideType } : { enabled });
    if (error) page.log('The admin override could not be changed.');
    else page.reload();
  };
  return {
    busy: isLoading,
    turn: (enabled: boolean, type: OverrideType) => {
      void turn(enabled, type);
    },
  };
};

/** For admins: act as another tier, limits bypassed, for at most a day. */
export const OverrideSetting = () => {
  const t = useTexts();
  const id = useId();
  const { adminOverrideEnabled: enabled, adminOverrideType } = useAppSelector(({ flags }) => flags);
  const [type, setType] = useState(adminOverrideType);
  const { busy, turn } = useOverride();
  const choose = (text: string): void => {
    const next = OVERRIDE_TYPES.find((one) => one === text) ?? 'unlimited';
    setType(next);
    if (enabled) turn(true, next);
  };
  return (
    <SettingSection title={t('override')}>
      <div className={styles['override']}>
        <Checkbox checked={enabled} disabled={busy} onChange={(on) => turn(on, type)}>
          {t('override')}
        </Checkbox>
        <label htmlFor={id} className="visually-hidden">
          {t('overrideType')}
        </label>
        <Select id={id} value={type} disabled={busy} onText={choose}>
          {OVERRIDE_TYPES.map((one) => (
            <option key={one} value={one}>
              {t(WORDS[one])}
            </option>
          ))}
        </Select>
      </div>
    </SettingSection>
  );
};
