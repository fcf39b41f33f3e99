import { useState, type FormEvent } from 'react';

import { formatDay } from '../../../lib/format-date.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow } from '../../../ui/forms/setting-row.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { FormActions, SettingForm } from '../../../ui/forms/setting-form.tsx';
import { createPasskey, supportsPasskeys } from './browser-passkeys.ts';
import { secondFactorApi, type SecondFactorState } from './second-factor-api.ts';
import { t as translate, useTranslations } from './texts.ts';

type Passkey = SecondFactorState['passkeys'][number];

interface PasskeysSettingProps {
  readonly passkeys: readonly Passkey[];
  /** With recovery codes when this was the first second factor. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
}

const useAddPasskey = (onAdded: PasskeysSettingProps['onAdded']) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [start, starting] = secondFactorApi.useStartPasskeyMutation();
  const [add, adding] = secondFactorApi.useAddPasskeyMutation();
  const addNamed = async (name: string): Promise<void> => {
    setFailure(null);
    const started = await start();
    if (!started.data) return setFailure(getErrorMessage(started.error, translate('changeFailed')));
    const answer = await createPasskey(started.data.options);
    if (!answer) return setFailure(translate('passkeyNotGiven'));
    const added = await add({ name, answer });
    if (added.data) onAdded(added.data.recoveryCodes);
    else setFailure(getErrorMessage(added.error, translate('changeFailed')));
  };
  return { addNamed, failure, busy: starting.isLoading || adding.isLoading };
};

const AddForm = ({ onAdded, onCancel }: Pick<PasskeysSettingProps, 'onAdded'> & { readonly onCancel: () => void }) => {
  const t = useTranslations();
  const [name, setName] = useState('');
  const { addNamed, failure, busy } = useAddPasskey(onAdded);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void addNamed(name.trim());
  };
  return (
    <SettingForm onSubmit={submit}>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <TextField
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        onText={setName}
      />
      <FormActions>
        <Button size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || name.trim() === ''}>
          {t('addPasskey')}
        </Button>
      </FormActions>
    </SettingForm>
  );
};

const PasskeyRow = ({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) => {
  const t = useTranslations();
  const day = (iso: string): string => formatDay(iso) ?? '';
  const { name, createdAt, lastUsedAt } = passkey;
  const note = lastUsedAt
    ? t('passkeyUsed', { made: day(createdAt), used: day(lastUsedAt) })
    : t('passkeyUnused', { made: day(createdAt) });
  return (
    <SettingRow label={<bdi>{name}</bdi>} note={note}>
      <Button size="s" variant="quiet" aria-label={t('removeNamed', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </SettingRow>
  );
};

interface RemoveQuestionProps {
  readonly passkey: Passkey;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const RemoveQuestion = ({ passkey, ...rest }: RemoveQuestionProps) => {
  const t = useTranslations();
  return (
    <AlertDialog
      title={t('removePasskeyTitle', { name: passkey.name })}
      text={t('removePasskeyText')}
      action={t('remove')}
      {...rest}
    />
  );
};

/** The passkeys of the account. */
export const PasskeysSetting = ({ passkeys, onAdded }: PasskeysSettingProps) => {
  const t = useTranslations();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const [remove, { isLoading, error }] = secondFactorApi.useRemovePasskeyMutation();
  const confirm = async ({ id }: Passkey): Promise<void> => {
    await remove(id);
    setAsked(null);
  };
  return (
    <>
      {isAdding ? (
        <AddForm
          onAdded={(codes) => {
            setAdding(false);
            onAdded(codes);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <SettingRow label={t('passkeys')} note={supportsPasskeys() ? t('passkeysNote') : t('passkeysUnknown')}>
          {supportsPasskeys() ? (
            <Button size="s" onClick={() => setAdding(true)}>
              {t('addPasskey')}
            </Button>
          ) : null}
        </SettingRow>
      )}
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
      ))}
      {error ? (
        <Notice tone="danger">
          <LazyServerText text={getErrorMessage(error, t('changeFailed'))} />
        </Notice>
      ) : null}
      {asked ? (
        <RemoveQuestion
          passkey={asked}
          busy={isLoading}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </>
  );
};
