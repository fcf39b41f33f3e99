import { useState, type ReactNode } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { t, useTranslations } from '../texts.ts';
import styles from './forms.module.css';

interface ReasonFormInput {
  readonly run: (reason: string) => Promise<{ error?: unknown }>;
  /** The toast after success. */
  readonly successText: string;
  readonly onClose: () => void;
}

/** Runs an action that needs a reason, then closes its dialog with a toast; a failure stays in the form. */
export const useReasonForm = ({ run, successText, onClose }: ReasonFormInput) => {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    setBusy(true);
    setFailure(null);
    const { error } = await run(reason.trim());
    setBusy(false);
    if (error) {
      setFailure(getErrorMessage(error, t('didNotWork')));
      return;
    }
    onClose();
    dispatch(adminToast('success', successText));
  };
  return { reason, setReason, isMissing, busy, failure, submit: () => void submit() };
};

type ReasonForm = ReturnType<typeof useReasonForm>;

interface ReasonFieldProps {
  readonly label: string;
  readonly form: ReasonForm;
}

export const ReasonField = ({ label, form: { reason, setReason, isMissing } }: ReasonFieldProps) => {
  const t = useTranslations();
  return (
    <TextField
      label={label}
      error={isMissing && reason.trim() === '' ? t('reasonMissing') : null}
      required
      maxLength={500}
      autoComplete="off"
      value={reason}
      onText={setReason}
    />
  );
};

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger?: boolean;
  /** False disables the action. */
  readonly isReady?: boolean;
  readonly form: ReasonForm;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Confirms an action on an account, and asks for its reason. */
export const ReasonDialog = ({
  title,
  text,
  action,
  danger = false,
  isReady = true,
  form,
  onClose,
  children,
}: ReasonDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={title} description={text} role="alertdialog" size="s" onClose={onClose}>
      <form
        noValidate
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !form.busy) form.submit();
        }}
      >
        {children}
        <ReasonField label={t('reason')} form={form} />
        {form.failure ? (
          <Notice tone="danger">
            <LazyServerText text={form.failure} />
          </Notice>
        ) : null}
        <div className={dialogStyles['actions']}>
          <Button data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={form.busy}
            disabled={!isReady || form.busy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
