import { useLayoutEffect, useRef } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PasswordInput, TextInput } from '../../ui/text-input.tsx';
import { accountDataApi, type Proof } from './account-data-api.ts';
import styles from './account-data.module.css';
import { useTexts } from './texts.ts';
import { useClosing, useClosingCode, type Closing } from './use-closing.ts';

interface DeleteDialogProps {
  readonly user: User;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

interface ProofProps {
  readonly user: User;
  readonly closing: Closing;
}

const PasswordProof = ({ closing: { typed, type, refusal } }: ProofProps) => {
  const t = useTexts();
  return (
    <Field label={t('password')} error={refusal.field}>
      {(control) => (
        <PasswordInput
          {...control}
          data-autofocus
          autoComplete="current-password"
          maxLength={128}
          value={typed}
          onText={type}
        />
      )}
    </Field>
  );
};

const CodeProof = ({ user, closing }: ProofProps) => {
  const t = useTexts();
  const number = user.phoneNumber ?? '';
  const { sending, sent, send } = useClosingCode(number, closing);
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
        error={closing.refusal.field}
        hint={sent?.devCode ? t('sandboxCode', { code: sent.devCode }) : null}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            spellCheck={false}
            value={closing.typed}
            onText={(text) => closing.type(text.replace(/\D/g, '').slice(0, 6))}
          />
        )}
      </Field>
    </>
  );
};

const EmailProof = ({ user, closing: { typed, type, refusal } }: ProofProps) => {
  const t = useTexts();
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
          onText={type}
        />
      )}
    </Field>
  );
};

const PROOFS = { password: PasswordProof, code: CodeProof, email: EmailProof } as const;

interface FormProps extends Pick<DeleteDialogProps, 'user' | 'onClose'> {
  readonly proof: Proof;
  readonly closing: Closing;
}

const Form = ({ user, proof, closing, onClose }: FormProps) => {
  const t = useTexts();
  const Asked = PROOFS[proof];
  const form = useRef<HTMLFormElement>(null);
  // It comes after the dialog is open and takes the place of what had the focus.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={closing.submit}>
      <Asked user={user} closing={closing} />
      {closing.refusal.text ? <Notice tone="danger">{closing.refusal.text}</Notice> : null}
      <div className={styles['actions']}>
        <Button disabled={closing.busy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={closing.busy} disabled={!closing.ready}>
          {t('deleteMine')}
        </Button>
      </div>
    </form>
  );
};

const Loading = ({
  failed,
  busy,
  onAgain,
  onClose,
}: {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts();
  return (
    <>
      {failed ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" busy={busy} onClick={onAgain}>
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
export const DeleteDialog = ({ user, onDeleted, onClose }: DeleteDialogProps) => {
  const t = useTexts();
  const { data, isError, isFetching, refetch } = accountDataApi.useClosingProofQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const proof = data?.proof ?? 'password';
  const closing = useClosing(proof, onDeleted);
  // What is on its way cannot be called back, so its dialog stays.
  const close = (): void => {
    if (!closing.busy) onClose();
  };
  return (
    <Dialog title={t('deleteTitle')} role="alertdialog" size="s" onClose={close} description={t('deleteText')}>
      {data ? (
        <Form user={user} proof={proof} closing={closing} onClose={close} />
      ) : (
        <Loading failed={isError} busy={isFetching} onAgain={() => void refetch()} onClose={close} />
      )}
    </Dialog>
  );
};
