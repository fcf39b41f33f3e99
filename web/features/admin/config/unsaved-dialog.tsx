import type { FormEvent } from 'react';

import { editsOf, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppStore } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { listFormat } from '../shared/intl.ts';
import { useTranslations } from '../texts.ts';
import styles from './config-footer.module.css';
import { ConfigReasonField } from './config-reason-field.tsx';
import { useSaveTabs } from './use-save-tab.ts';

interface UnsavedTab {
  readonly id: AdminTab;
  readonly name: string;
}

interface UnsavedDialogProps {
  readonly tabs: readonly UnsavedTab[];
  readonly onLeave: () => void;
  /** To the tab where something could not be saved, if any. */
  readonly onStay: (tab: AdminTab | null) => void;
}

/** Asks what becomes of unsaved changes before the panel is left. Each tab has a reason of its own. */
export const UnsavedDialog = ({ tabs, onLeave, onStay }: UnsavedDialogProps) => {
  const t = useTranslations();
  const { getState } = useAppStore();
  const { busy, save } = useSaveTabs(tabs.map(({ id }) => id));
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const failed = await save(event.currentTarget);
    if (failed === null) onLeave();
    // What cannot be saved is shown where it was changed.
    else if (!editsOf(getState().admin, failed).reasonMissing) onStay(failed);
  };
  return (
    <Dialog
      title={t('unsavedTitle')}
      description={t('unsavedText', { tab: listFormat().format(tabs.map(({ name }) => name)) })}
      role="alertdialog"
      size="s"
      onClose={() => {
        if (!busy) onStay(null);
      }}
    >
      <form noValidate className={styles['reasons']} onSubmit={(event) => void submit(event)}>
        {tabs.map(({ id, name }) => (
          <ConfigReasonField key={id} tab={id} tabName={tabs.length > 1 ? name : undefined} />
        ))}
        <div className={dialogStyles['actions']}>
          <Button variant="quiet" disabled={busy} onClick={onLeave}>
            {t('discard')}
          </Button>
          <Button data-autofocus disabled={busy} onClick={() => onStay(null)}>
            {t('stay')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
