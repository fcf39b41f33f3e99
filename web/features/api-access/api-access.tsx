import { KeyRound, Lock } from 'lucide-react';
import { useState } from 'react';

import { MAX_API_KEYS } from '../../../src/shared/api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/markdown/copy-line.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import styles from './api-access.module.css';
import { apiKeyApi, type ApiKeyState, type NewApiKey } from './api-key-api.ts';
import { KeyList } from './key-list.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { useTranslations } from './texts.ts';
import { UsageExamples } from './usage-examples.tsx';
import { useNewKey } from './use-new-key.ts';

interface ApiAccessProps {
  /** A model for the example. */
  readonly model: string;
  /** Shows the plans; null where there is nothing to buy. */
  readonly onPlans: (() => void) | null;
}

const Locked = ({ onPlans }: Pick<ApiAccessProps, 'onPlans'>) => {
  const t = useTranslations();
  return (
    <SettingRow
      label={
        <span className={styles['locked']}>
          <Lock aria-hidden="true" />
          {t('keys')}
        </span>
      }
      note={t('premiumOnly')}
    >
      {onPlans ? (
        <Button size="s" onClick={onPlans}>
          {t('seePlans')}
        </Button>
      ) : null}
    </SettingRow>
  );
};

const NewSecret = ({ secret, onHide }: { readonly secret: string; readonly onHide: () => void }) => {
  const t = useTranslations();
  return (
    <div role="status" className={styles['secret']}>
      <p>{t.rich('copyNow', { strong: (inside) => <strong>{inside}</strong> })}</p>
      <CopyLine text={secret} label={t('copyKey')}>
        <code dir="ltr">{secret}</code>
      </CopyLine>
      <Button size="s" onClick={onHide}>
        {t('copied')}
      </Button>
    </div>
  );
};

const NewKey = ({ atLimit }: { readonly atLimit: boolean }) => {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const { create, secret, busy, failure, hide } = useNewKey();
  const submit = async (key: NewApiKey): Promise<void> => {
    if (await create(key)) setOpen(false);
  };
  if (isOpen)
    return (
      <NewKeyForm busy={busy} failure={failure} onCreate={(key) => void submit(key)} onCancel={() => setOpen(false)} />
    );
  return (
    <>
      {secret ? <NewSecret secret={secret} onHide={hide} /> : null}
      <SettingRow label={t('newKey')} note={atLimit ? t('atLimit', { count: MAX_API_KEYS }) : t('keyNote')}>
        <Button size="s" icon={<KeyRound />} disabled={atLimit} onClick={() => setOpen(true)}>
          {t('createKey')}
        </Button>
      </SettingRow>
    </>
  );
};

const EligibleBody = ({ state, model }: Pick<ApiAccessProps, 'model'> & { readonly state: ApiKeyState }) => {
  const t = useTranslations();
  return (
    <>
      <SettingSection title={t('keys')}>
        <NewKey atLimit={state.keys.length >= MAX_API_KEYS} />
        <KeyList keys={state.keys} />
      </SettingSection>
      <UsageExamples state={state} model={model} />
    </>
  );
};

/** The API keys in the settings, for Premium accounts; a locked row for all others, above keys from before. */
export const ApiAccess = ({ model, onPlans }: ApiAccessProps) => {
  const t = useTranslations();
  const query = apiKeyApi.useApiKeysQuery();
  return (
    <Loaded query={query} lines={2} loading={t('loading')} failed={t('failed')}>
      {(state) =>
        state.eligible ? (
          <EligibleBody state={state} model={model} />
        ) : (
          <SettingSection title={t('keys')}>
            <Locked onPlans={onPlans} />
            <KeyList keys={state.keys} />
          </SettingSection>
        )
      }
    </Loaded>
  );
};
