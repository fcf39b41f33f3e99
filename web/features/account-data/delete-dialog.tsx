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

const PasswordProof = ({ closing: { typed, type, refusal } }: ProofProps) => (
  <Field label="Your password" error={refusal.field}>
    {(control) => <PasswordInput {...control} data-autofocus autoComplete="current-password" maxLength={128} value={typed} onText={type} />}
  </Field>
);

const CodeProof = ({ user, closing }: ProofProps) => {
  const number = user.phoneNumber ?? '';
  const { sending, sent, send } = useClosingCode(number, closing);
  return (
    <>
      <div className={styles['code']}>
        <span>{sent ? 'Sent to' : 'We send a code to'} <bdi dir="ltr">{number}</bdi>{sent ? '. It is valid for 10 minutes.' : '.'}</span>
        <Button size="s" data-autofocus busy={sending} onClick={send}>{sent ? 'Send a new code' : 'Send code'}</Button>
      </div>
      <Field label="Code" error={closing.refusal.field} hint={sent?.devCode ? `Sandbox: no text message was sent. The code is ${sent.devCode}.` : null}>
        {(control) => (
          <TextInput {...control} autoComplete="one-time-code" inputMode="numeric" dir="ltr" spellCheck={false} value={closing.typed}
            onText={(text) => closing.type(text.replace(/\D/g, '').slice(0, 6))} />
        )}
      </Field>
    </>
  );
};

const EmailProof = ({ user, closing: { typed, type, refusal } }: ProofProps) => (
  <Field label={`Type ${user.email ?? 'your email address'} to confirm`} error={refusal.field}>
    {(control) => (
      <TextInput {...control} data-autofocus type="email" autoComplete="off" autoCapitalize="off" spellCheck={false} maxLength={254} value={typed} onText={type} />
    )}
  </Field>
);

const PROOFS = { password: PasswordProof, code: CodeProof, email: EmailProof } as const;

interface FormProps extends Pick<DeleteDialogProps, 'user' | 'onClose'> {
  readonly proof: Proof;
  readonly closing: Closing;
}

const Form = ({ user, proof, closing, onClose }: FormProps) => {
  const Asked = PROOFS[proof];
  const form = useRef<HTMLFormElement>(null);
  // It comes after the dialog is open and takes the place of what had the focus.
  useLayoutEffect(() => { form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(); }, []);
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={closing.submit}>
      <Asked user={user} closing={closing} />
      {closing.refusal.text ? <Notice tone="danger">{closing.refusal.text}</Notice> : null}
      <div className={styles['actions']}>
        <Button disabled={closing.busy} onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={closing.busy} disabled={!closing.ready}>Delete my account</Button>
      </div>
    </form>
  );
};

const Loading = ({ failed, busy, onAgain, onClose }: { readonly failed: boolean; readonly busy: boolean; readonly onAgain: () => void; readonly onClose: () => void }) => (
  <>
    {failed
      ? <Notice tone="danger" action={<Button size="s" busy={busy} onClick={onAgain}>Try again</Button>}>This could not be loaded.</Notice>
      : <Skeleton lines={2} label="Loading what to confirm with" />}
    <div className={styles['actions']}><Button data-autofocus onClick={onClose}>Cancel</Button></div>
  </>
);

/** Deletes the own account, once its person has proved to mean it by what the server asks this account for. */
export const DeleteDialog = ({ user, onDeleted, onClose }: DeleteDialogProps) => {
  const { data, isError, isFetching, refetch } = accountDataApi.useClosingProofQuery(undefined, { refetchOnMountOrArgChange: true });
  const proof = data?.proof ?? 'password';
  const closing = useClosing(proof, onDeleted);
  // What is on its way cannot be called back, so its dialog stays.
  const close = (): void => { if (!closing.busy) onClose(); };
  return (
    <Dialog title="Delete your account?" role="alertdialog" size="s" onClose={close}
      description="Chats, files, shared links and keys go for good, and a paid plan ends at once. This cannot be undone.">
      {data
        ? <Form user={user} proof={proof} closing={closing} onClose={close} />
        : <Loading failed={isError} busy={isFetching} onAgain={() => void refetch()} onClose={close} />}
    </Dialog>
  );
};
