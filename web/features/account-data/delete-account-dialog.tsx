import { useLayoutEffect, useRef } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { LoadState } from '../../ui/display/load-state.tsx';
import { PasswordField, TextField } from '../../ui/forms/text-input.tsx';
import { accountDataApi, type DeletionProof } from './account-data-api.ts';
import styles from './account-data.module.css';
import { useTranslations } from './texts.ts';
import { useDeleteAccount, useDeletionCode, type AccountDeletion } from './use-delete-account.ts';

interface DeleteAccountDialogProps {
  readonly user: User;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

interface ProofProps {
  readonly user: User;
  readonly deletion: AccountDeletion;
}

const PasswordProof = ({ deletion: { typed, type: onType, refusal } }: ProofProps) => {
  const t = useTranslations();
  return (
    <PasswordField
      label={t('password')}
      error={refusal.field}
      data-autofocus
      autoComplete="current-password"
      maxLength={128}
      value={typed}
      onText={onType}
    />
  );
};

const CodeProof = ({ user, deletion }: ProofProps) => {
  const t = useTranslations();
  const number = user.phoneNumber ?? '';
  const { sending, sent, send } = useDeletionCode(number, deletion);
  return (
    <>
      <div className={styles['code']}>
        <span>
          {t.rich(sent ? 'codeSent' : 'codeWillGo', { number, phone: (inside) => <bdi dir="ltr">{inside}</bdi> })}
        </span>
        <Button size="s" data-autofocus busy={sending} onClick={send}>
          {t(sent ? 'codeAgain' : 'sendCode')}
        </Button>
      </div>
      <TextField
        label={t('code')}
        error={deletion.refusal.field}
        hint={sent?.devCode ? t('sandboxCode', { code: sent.devCode }) : null}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
        value={deletion.typed}
        onText={(text) => deletion.type(text.replace(/\D/g, '').slice(0, 6))}
      />
    </>
  );
};

const EmailProof = ({ user, deletion: { typed, type: onType, refusal } }: ProofProps) => {
  const t = useTranslations();
  return (
    <TextField
      label={user.email ? t('typeAddress', { email: user.email }) : t('typeEmail')}
      error={refusal.field}
      data-autofocus
      type="email"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={254}
      value={typed}
      onText={onType}
    />
  );
};

const PROOF_INPUTS = { password: PasswordProof, code: CodeProof, email: EmailProof } as const;

interface FormProps extends Pick<DeleteAccountDialogProps, 'user' | 'onClose'> {
  readonly proof: DeletionProof;
  readonly deletion: AccountDeletion;
}

const Form = ({ user, proof, deletion, onClose }: FormProps) => {
  const t = useTranslations();
  const ProofInput = PROOF_INPUTS[proof];
  const form = useRef<HTMLFormElement>(null);
  // The form replaces the button that had the focus when the dialog opened.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={deletion.submit}>
      <ProofInput user={user} deletion={deletion} />
      {deletion.refusal.text ? <Notice tone="danger">{deletion.refusal.text}</Notice> : null}
      <div className={styles['actions']}>
        <Button disabled={deletion.busy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={deletion.busy} disabled={!deletion.ready}>
          {t('deleteMine')}
        </Button>
      </div>
    </form>
  );
};

/** Deletes the user's account after the proof that the server asks for: password, SMS code or typed email. */
export const DeleteAccountDialog = ({ user, onDeleted, onClose }: DeleteAccountDialogProps) => {
  const t = useTranslations();
  const query = accountDataApi.useClosingProofQuery(undefined, { refetchOnMountOrArgChange: true });
  const proof = query.data?.proof ?? 'password';
  const deletion = useDeleteAccount(proof, onDeleted);
  // A running deletion cannot be cancelled.
  const close = (): void => {
    if (!deletion.busy) onClose();
  };
  return (
    <Dialog title={t('deleteTitle')} role="alertdialog" size="s" onClose={close} description={t('deleteText')}>
      {query.data ? (
        <Form user={user} proof={proof} deletion={deletion} onClose={close} />
      ) : (
        <>
          <LoadState query={query} lines={2} loading={t('loadingProof')} failed={t('loadFailed')} />
          <div className={styles['actions']}>
            <Button data-autofocus onClick={close}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
};
