import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { useTranslations } from '../texts.ts';

interface AlertDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** What leaves all as it is; "Cancel" where nothing else is said. */
  readonly dismissal?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
}

/** Confirms an action that cannot be undone. Cancel has the focus. */
export const AlertDialog = ({
  title,
  text,
  action,
  dismissal,
  onConfirm,
  onCancel,
  danger = true,
  busy = false,
}: AlertDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={title} description={text} role="alertdialog" size="s" onClose={onCancel}>
      <div className={styles['actions']}>
        <Button data-autofocus onClick={onCancel}>
          {dismissal ?? t('cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
