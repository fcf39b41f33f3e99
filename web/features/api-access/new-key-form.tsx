import { useState, type FormEvent } from 'react';

import { KEY_LIFETIMES, KEY_SCOPES, MAX_KEY_NAME } from '../../../src/shared/api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SelectField, TextField } from '../../ui/forms/text-input.tsx';
import { FormActions, SettingForm } from '../../ui/forms/setting-form.tsx';
import type { NewApiKey } from './api-key-api.ts';
import { useTranslations } from './texts.ts';
import { LazyServerText } from '../../lib/lazy-server-text.tsx';

const SCOPE_LABELS = { chat: 'scopeChat', read: 'scopeRead', tools: 'scopeTools', all: 'scopeAll' } as const;
const NEVER = 'never';

interface NewKeyFormProps {
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onCreate: (key: NewApiKey) => void;
  readonly onCancel: () => void;
}

/** The narrowest scope and a year come first. */
const useFields = () => {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<NewApiKey['scope']>('chat');
  const [days, setDays] = useState<NewApiKey['expiresInDays']>(365);
  return { name, setName, scope, setScope, days, setDays };
};

/** Name, scope and expiry of a new key. */
export const NewKeyForm = ({ busy, failure, onCreate, onCancel }: NewKeyFormProps) => {
  const t = useTranslations();
  const { name, setName, scope, setScope, days, setDays } = useFields();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCreate({ name: name.trim(), scope, expiresInDays: days });
  };
  return (
    <SettingForm onSubmit={submit}>
      {failure ? (
        <Notice tone="danger">
          <LazyServerText text={failure} />
        </Notice>
      ) : null}
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        autoFocus
        autoComplete="off"
        maxLength={MAX_KEY_NAME}
        value={name}
        onText={setName}
      />
      <SelectField
        label={t('scope')}
        value={scope}
        options={KEY_SCOPES.map((one) => [one, t(SCOPE_LABELS[one])])}
        onText={(chosen) => setScope(KEY_SCOPES.find((one) => one === chosen) ?? 'chat')}
      />
      <SelectField
        label={t('expiry')}
        value={days ?? NEVER}
        options={[...KEY_LIFETIMES.map((one) => [one, t('days', { count: one })] as const), [NEVER, t('never')]]}
        onText={(chosen) => setDays(KEY_LIFETIMES.find((one) => String(one) === chosen) ?? null)}
      />
      <FormActions>
        <Button size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || name.trim() === ''}>
          {t('createKey')}
        </Button>
      </FormActions>
    </SettingForm>
  );
};
