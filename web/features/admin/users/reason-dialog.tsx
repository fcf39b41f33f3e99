import { useState, type ReactNode } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { Field } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { t, useTranslations } from '../texts.ts';

/** Runs what needs a reason: not without one, and the failure is kept in words. The server's own words help when it refuses the input. */
export const useReasonForm = (run: (reason: string) => Promise<{ error?: unknown }>, onDone: () => void) => {
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
    if (error) setFailure(getErrorMessage(error, t('didNotWork')));
    else onDone();
  };
  return {
    reason,
    setReason,
    missing: isMissing,
    busy,
    failure,
    submit: () => {
      void submit();
    },
  };
};

export type ReasonForm = ReturnType<typeof useReasonForm>;

/** The field for why; the log keeps it. */
export const ReasonField = ({
  label,
  form: { reason, setReason, missing: isMissing },
}: {
  readonly label: string;
  readonly form: ReasonForm;
}) => {
  const t = useTranslations();
  return (
    <Field label={label} error={isMissing && reason.trim() === '' ? t('reasonMissing') : null}>
      {(control) => (
        <TextInput {...control} required maxLength={500} autoComplete="off" value={reason} onText={setReason} />
      )}
    </Field>
  );
};

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger?: boolean;
  /** What is still missing keeps the button from working. */
  readonly isReady?: boolean;
  readonly form: ReasonForm;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something is done to a person, and why it is done. */
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
      {children}
      <ReasonField label={t('reason')} form={form} />
      {form.failure ? <Notice tone="danger">{form.failure}</Notice> : null}
      <div className={dialogStyles['actions']}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          busy={form.busy}
          disabled={!isReady || form.busy}
          onClick={form.submit}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
