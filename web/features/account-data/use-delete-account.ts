import { useState, type FormEvent } from 'react';

import { useAppDispatch } from '../../state/store.ts';
import { accountDataApi, type DeletionProof } from './account-data-api.ts';
import { t } from './texts.ts';
import { toRefusal, type Refusal } from './error-messages.ts';

const NO_REFUSAL: Refusal = { field: null, text: null };

/** The state of the deletion form. What is typed survives a refusal and is never in the store. */
export const useDeleteAccount = (proof: DeletionProof, onDeleted: () => void) => {
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const canSubmit = typed.trim() !== '' && !busy;
  const send = async (): Promise<void> => {
    setRefusal(NO_REFUSAL);
    setBusy(true);
    const value = proof === 'password' ? typed : typed.trim();
    const { data, error } = await dispatch(
      accountDataApi.endpoints.closeAccount.initiate({ [proof]: value }, { track: false }),
    );
    setBusy(false);
    if (data) onDeleted();
    else setRefusal(toRefusal(error, proof, t('closeFailed')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSubmit) void send();
  };
  const onType = (text: string): void => {
    setTyped(text);
    setRefusal(NO_REFUSAL);
  };
  return { typed, type: onType, busy, ready: canSubmit, refusal, setRefusal, submit };
};

export type AccountDeletion = ReturnType<typeof useDeleteAccount>;

/** Requests an SMS code; a sandbox returns it. */
export const useDeletionCode = (phoneNumber: string, deletion: AccountDeletion) => {
  const dispatch = useAppDispatch();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<{ readonly devCode: string | null } | null>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    const { data, error } = await dispatch(
      accountDataApi.endpoints.sendClosingCode.initiate(phoneNumber, { track: false }),
    );
    setSending(false);
    if (data) setSent({ devCode: data.devCode ?? null });
    deletion.setRefusal(data ? NO_REFUSAL : toRefusal(error, 'code', t('codeFailed')));
  };
  return { sending, sent, send: () => void send() };
};
