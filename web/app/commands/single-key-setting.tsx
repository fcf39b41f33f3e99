import { singleKeysSet } from '../../state/keys-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useTranslations } from '../texts.ts';

/** The only shortcut of a key alone can be switched off; the setting is in Settings and, for visitors, in Help. */
export const SingleKeySetting = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { single } = useAppSelector(({ keys }) => keys);
  return (
    <SettingRow label={t('singleKey')} note={t('singleKeyNote')}>
      <Switch label={t('singleKey')} checked={single} onChange={(on) => dispatch(singleKeysSet(on))} />
    </SettingRow>
  );
};
