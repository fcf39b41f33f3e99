import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { focusInvalid } from '../shared/focus-invalid.ts';
import { saveTab } from './config-actions.ts';

/** Saves a tab. After a refusal the focus is on the first field that is marked. */
export const useSaveTab = (tab: AdminTab) => {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const save = async (button: Element): Promise<boolean> => {
    setBusy(true);
    const isSaved = await dispatch(saveTab(tab));
    flushSync(() => setBusy(false));
    if (!isSaved) focusInvalid(button);
    return isSaved;
  };
  return { busy, save };
};
