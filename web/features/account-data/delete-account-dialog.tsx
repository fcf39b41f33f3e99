import { useLayoutEffect, useRef } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PasswordInput, TextInput } from '../../ui/forms/text-input.tsx';
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
    <Field label={t('password')} error={refusal.field}>
      {(control) => (
        <PasswordInput
          {...control}
          data-autofocus
          autoComplete="current-password"
          maxLength={128}
          value={typed}
          onText={onType}
        />
      )}
    </Field>
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
      <Field
        label={t('code')}
        error={deletion.refusal.field}
        hint={sent?.devCode ? t('sandboxCode', { code: sent.devCode }) : null}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            spellCheck={false}
            value={deletion.typed}
            onText={(text) => deletion.type(text.replace(/\D/g, '').slice(0, 6))}
          />
        )}
      </Field>
    </>
  );
};

const EmailProof = ({ user, deletion: { typed, type: onType, refusal } }: ProofProps) => {
  const t = useTranslations();
  return (
    <Field label={user.email ? t('typeAddress', { email: user.email }) : t('typeEmail')} error={refusal.field}>
      {(control) => (
        <TextInput
          {...control}
          data-autofocus
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onText={onType}
        />
      )}
    </Field>
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
  // It comes after the dialog is open and takes the place of what had the focus.
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

const Loading = ({
  failed,
  busy,
  onRetry,
  onClose,
}: {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) => {
  const t = useTranslations();
  return (
    <>
      {failed ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" busy={busy} onClick={onRetry}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('loadFailed')}
        </Notice>
      ) : (
        <Skeleton lines={2} label={t('loadingProof')} />
      )}
      <div className={styles['actions']}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </>
  );
};

/** Deletes the own account, once its person has proved to mean it by what the server asks this account for. */
export const DeleteAccountDialog = ({ user, onDeleted, onClose }: DeleteAccountDialogProps) => {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = accountDataApi.useClosingProofQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const proof = data?.proof ?? 'password';
  const deletion = useDeleteAccount(proof, onDeleted);
  // What is on its way cannot be called back, so its dialog stays.
  const close = (): void => {
    if (!deletion.busy) onClose();
  };
  return (
    <Dialog title={t('deleteTitle')} role="alertdialog" size="s" onClose={close} description={t('deleteText')}>
      {data ? (
        <Form user={user} proof={proof} deletion={deletion} onClose={close} />
      ) : (
        <Loading failed={isError} busy={isFetching} onRetry={() => void refetch()} onClose={close} />
      )}
    </Dialog>
  );
};
