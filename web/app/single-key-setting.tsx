import { singleKeysSet } from '../state/keys-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { SettingRow } from '../ui/setting-row.tsx';
import { Switch } from '../ui/switch.tsx';
import { useTexts } from './texts.ts';

/** The only shortcut of a key alone can be switched off; it stands in the settings, and in the help where visitors find it too. */
export const SingleKeySetting = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const { single } = useAppSelector(({ keys }) => keys);
  return (
    <SettingRow label={t('singleKey')} note={t('singleKeyNote')}>
      <Switch label={t('singleKey')} checked={single} onChange={(on) => dispatch(singleKeysSet(on))} />
    </SettingRow>
  );
};
