import { useState, type FormEvent } from 'react';

import type { User } from '../../../../src/contract/common.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { FormActions, SettingForm } from '../../../ui/forms/setting-form.tsx';
import { useTranslations } from '../texts.ts';
import { ownAccountApi } from './own-account-api.ts';
import styles from './own-account.module.css';

const MAX_LENGTH = 120;

/** The display name. A failed save keeps what was typed. */
const useNameEditor = ({ name }: User) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [rename, { isLoading: busy, error, isSuccess }] = ownAccountApi.useRenameUserMutation();
  const text = typed ?? name;
  const isChanged = text.trim() !== name;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { data } = await rename({ name: text.trim() });
    if (data) setTyped(null);
  };
  return { text, setTyped, submit, busy, error, isChanged, isSaved: isSuccess && !isChanged };
};

export const NameSetting = ({ user }: { readonly user: User }) => {
  const t = useTranslations();
  const { text, setTyped, submit, busy, error, isChanged, isSaved } = useNameEditor(user);
  const isBlank = text.trim() === '';
  const failure = error && isChanged ? getErrorMessage(error, t('nameFailed')) : null;
  return (
    <SettingForm onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('displayName')}
        error={isBlank ? t('nameMissing') : failure}
        autoComplete="name"
        maxLength={MAX_LENGTH}
        readOnly={busy}
        value={text}
        onText={setTyped}
      />
      <div role="status" className={styles['saved']}>
        {isSaved ? t('saved') : ''}
      </div>
      {isChanged ? (
        <FormActions>
          <Button size="s" disabled={busy} onClick={() => setTyped(null)}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || isBlank}>
            {t('save')}
          </Button>
        </FormActions>
      ) : null}
    </SettingForm>
  );
};
