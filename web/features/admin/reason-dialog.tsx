import { useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { failureWords } from './failure-words.ts';
import { useTexts } from './texts.ts';

/** Runs what needs a reason: not without one, and the failure is kept in words. The server's own words help when it refuses the input. */
export const useReasoned = (run: (reason: string) => Promise<{ error?: unknown }>, onDone: () => void) => {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async (): Promise<void> => {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    setBusy(true);
    setFailure(null);
    const { error } = await run(reason.trim());
    setBusy(false);
    if (error) setFailure(failureWords(error));
    else onDone();
  };
  return {
    reason,
    setReason,
    missing,
    busy,
    failure,
    go: () => {
      void go();
    },
  };
};

export type Reasoned = ReturnType<typeof useReasoned>;

/** The field for why; the log keeps it. */
export const ReasonField = ({
  label,
  of: { reason, setReason, missing },
}: {
  readonly label: string;
  readonly of: Reasoned;
}) => {
  const t = useTexts();
  return (
    <Field label={label} error={missing && reason.trim() === '' ? t('reasonMissing') : null}>
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
  readonly ready?: boolean;
  readonly of: Reasoned;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something is done to a person, and why it is done. */
export const ReasonDialog = ({
  title,
  text,
  action,
  danger = false,
  ready = true,
  of,
  onClose,
  children,
}: ReasonDialogProps) => {
  const t = useTexts();
  return (
    <Dialog title={title} description={text} role="alertdialog" size="s" onClose={onClose}>
      {children}
      <ReasonField label={t('reason')} of={of} />
      {of.failure ? <Notice tone="danger">{of.failure}</Notice> : null}
      <div className={dialogStyles['actions']}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={of.busy} disabled={!ready || of.busy} onClick={of.go}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
};
