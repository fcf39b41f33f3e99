import { useEffect, useState } from 'react';

import { tabChosen, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { focusSetting } from './focus-setting.ts';
import type { Setting } from './settings-index.ts';

/** Goes to a setting: to its tab, then to its place there. */
export const useSoughtSetting = (shownTab: AdminTab, panelId: string): ((setting: Setting) => void) => {
  const dispatch = useAppDispatch();
  const [sought, setSought] = useState<Setting | null>(null);
  useEffect(() => {
    const content = document.getElementById(panelId);
    if (!sought || !content) return;
    const forget = (): void => setSought(null);
    // Another tab was chosen meanwhile.
    if (sought.tab !== shownTab) return forget();
    return focusSetting(content, sought.name, forget);
  }, [sought, shownTab, panelId]);
  return (setting) => {
    setSought(setting);
    dispatch(tabChosen(setting.tab));
  };
};
