import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import type { AdminTab } from '../../../state/admin-slice.ts';
import { useAppStore } from '../../../state/store.ts';
import { useTranslations } from '../texts.ts';
import { ConfigReasonField } from './config-reason-field.tsx';
import { useSaveTab } from './use-save-tab.ts';

interface UnsavedDialogProps {
  readonly tab: AdminTab;
  readonly tabName: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks what becomes of unsaved changes before their tab is left. What cannot be saved is shown where it was changed. */
export const UnsavedDialog = ({ tab, tabName, onLeave, onStay }: UnsavedDialogProps) => {
  const t = useTranslations();
  const { getState } = useAppStore();
  const { busy, save } = useSaveTab(tab);
  const saveAndLeave = async (button: Element): Promise<void> => {
    if (await save(button)) onLeave();
    else if (!getState().admin.reasonMissing) onStay();
  };
  return (
    <Dialog
      title={t('unsavedTitle')}
      description={t('unsavedText', { tab: tabName })}
      role="alertdialog"
      size="s"
      onClose={() => {
        if (!busy) onStay();
      }}
    >
      <ConfigReasonField />
      <div className={dialogStyles['actions']}>
        <Button variant="quiet" disabled={busy} onClick={onLeave}>
          {t('discard')}
        </Button>
        <Button data-autofocus disabled={busy} onClick={onStay}>
          {t('stay')}
        </Button>
        <Button variant="primary" busy={busy} onClick={({ currentTarget }) => void saveAndLeave(currentTarget)}>
          {t('save')}
        </Button>
      </div>
    </Dialog>
  );
};
