import { useState, type FormEvent } from 'react';

import { useAppDispatch } from '../../state/store.ts';
import { accountDataApi, type Proof } from './account-data-api.ts';
import { say } from './texts.ts';
import { refusalOf, type Refusal } from './words.ts';

const NOTHING: Refusal = { field: null, text: null };

/** The form that closes the account: what is typed stays whatever the server says, and lies in no store. */
export const useClosing = (proof: Proof, onDeleted: () => void) => {
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(NOTHING);
  const ready = typed.trim() !== '' && !busy;
  const send = async (): Promise<void> => {
    setRefusal(NOTHING);
    setBusy(true);
    const given = proof === 'password' ? typed : typed.trim();
    const { data, error } = await dispatch(
      accountDataApi.endpoints.closeAccount.initiate({ [proof]: given }, { track: false }),
    );
    setBusy(false);
    if (data) onDeleted();
    else setRefusal(refusalOf(error, proof, say('closeFailed')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) void send();
  };
  const type = (text: string): void => {
    setTyped(text);
    setRefusal(NOTHING);
  };
  return { typed, type, busy, ready, refusal, setRefusal, submit };
};

export type Closing = ReturnType<typeof useClosing>;

/** Asks for a code to the account's own phone; in a sandbox the answer brings it. */
export const useClosingCode = (phoneNumber: string, closing: Closing) => {
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
    closing.setRefusal(data ? NOTHING : refusalOf(error, 'code', say('codeFailed')));
  };
  return {
    sending,
    sent,
    send: () => {
      void send();
    },
  };
};
