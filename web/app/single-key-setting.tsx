import { singleKeysSet } from '../state/keys-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { SettingRow } from '../ui/setting-row.tsx';
import { Switch } from '../ui/switch.tsx';

/** The only shortcut of a key alone can be switched off; it stands in the settings, and in the help where visitors find it too. */
export const SingleKeySetting = () => {
  const dispatch = useAppDispatch();
  const { single } = useAppSelector(({ keys }) => keys);
  return (
    <SettingRow label="Shortcut ?" note="The key ? alone opens the keyboard shortcuts.">
      <Switch label="Shortcut ?" checked={single} onChange={(on) => dispatch(singleKeysSet(on))} />
    </SettingRow>
  );
};
