import { useState } from 'react';

import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import { draftsDropped } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { isDirty, saveConfigs } from './config-actions.ts';
import styles from './forms.module.css';
import { useTexts } from './texts.ts';

interface OwnSaveProps {
  readonly names: readonly ConfigName[];
  readonly action: string;
  /** What is said once it is saved. */
  readonly done: string;
}

/** Reset and Save of a tab that does not leave them to the footer; the reason still stands there. */
export const OwnSave = ({ names, action, done }: OwnSaveProps) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const dirty = useAppSelector((state) => names.some((name) => isDirty(state, name)));
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await dispatch(saveConfigs(names, done));
    setBusy(false);
  };
  return (
    <div className={styles['buttons']}>
      <Button disabled={!dirty} onClick={() => dispatch(draftsDropped(names))}>
        {t('reset')}
      </Button>
      <Button variant="primary" disabled={!dirty || busy} busy={busy} onClick={() => void save()}>
        {action}
      </Button>
    </div>
  );
};
