import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { focusInvalid } from '../shared/focus-invalid.ts';
import { saveTab } from './config-actions.ts';

/**
 * Saves tabs, one after another. Answers the first that could not be saved; then the focus is
 * on the first marked field.
 */
export const useSaveTabs = (tabs: readonly AdminTab[]) => {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const saveAll = async (): Promise<AdminTab | null> => {
    for (const tab of tabs) if (!(await dispatch(saveTab(tab)))) return tab;
    return null;
  };
  const save = async (form: Element): Promise<AdminTab | null> => {
    setBusy(true);
    const failed = await saveAll();
    flushSync(() => setBusy(false));
    if (failed !== null) focusInvalid(form);
    return failed;
  };
  return { busy, save };
};
