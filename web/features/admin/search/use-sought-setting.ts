import { useEffect, useState } from 'react';

import { tabChosen, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { focusSetting } from './focus-setting.ts';
import type { Setting } from './settings-index.ts';

/** Goes to a setting: to its tab, which asks first where something is not saved, then to its place there. */
export const useSoughtSetting = (shownTab: AdminTab, panelId: string): ((setting: Setting) => void) => {
  const dispatch = useAppDispatch();
  const [sought, setSought] = useState<Setting | null>(null);
  const isAsked = useAppSelector(({ admin }) => admin.nextTab !== null);
  useEffect(() => {
    const content = document.getElementById(panelId);
    if (!sought || isAsked || !content) return;
    const forget = (): void => setSought(null);
    // Stayed where something is not saved.
    if (sought.tab !== shownTab) return forget();
    return focusSetting(content, sought.name, forget);
  }, [sought, shownTab, isAsked, panelId]);
  return (setting) => {
    setSought(setting);
    dispatch(tabChosen(setting.tab));
  };
};
