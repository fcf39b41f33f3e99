import { useState } from 'react';

import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { draftsDiscarded } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { isDirty, saveConfigs } from './config-actions.ts';
import { useTranslations } from '../texts.ts';

interface ConfigSaveButtonsProps {
  readonly names: readonly SettingsName[];
  readonly action: string;
  readonly successText: string;
}

/** Reset and Save. The reason is entered in the footer. */
export const ConfigSaveButtons = ({ names, action, successText }: ConfigSaveButtonsProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const dirty = useAppSelector((state) => names.some((name) => isDirty(state, name)));
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await dispatch(saveConfigs(names, successText));
    setBusy(false);
  };
  return (
    <>
      <Button disabled={!dirty} onClick={() => dispatch(draftsDiscarded(names))}>
        {t('reset')}
      </Button>
      <Button variant="primary" disabled={!dirty || busy} busy={busy} onClick={() => void save()}>
        {action}
      </Button>
    </>
  );
};
