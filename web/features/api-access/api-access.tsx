import { KeyRound, Lock } from 'lucide-react';

import { formatDay } from '../../lib/format-date.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import styles from './api-access.module.css';
import { apiKeyApi, type ApiKey, type ApiKeyState } from './api-key-api.ts';
import { useTranslations } from './texts.ts';
import { useKeyActions } from './use-key-actions.ts';

interface ApiAccessProps {
  /** A model for the example. */
  readonly model: string;
  /** Shows the plans; null where there is nothing to buy. */
  readonly onPlans: (() => void) | null;
}

type KeyActions = ReturnType<typeof useKeyActions>;

const Locked = ({ onPlans }: Pick<ApiAccessProps, 'onPlans'>) => {
  const t = useTranslations();
  return (
    <SettingRow
      label={
        <span className={styles['locked']}>
          <Lock aria-hidden="true" />
          {t('key')}
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
      <div className={styles['value']}>
        <code dir="ltr">{secret}</code>
        <CopyButton text={secret} label={t('copyKey')} />
      </div>
      <Button size="s" onClick={onHide}>
        {t('copied')}
      </Button>
    </div>
  );
};

const formatLastUsed = (t: ReturnType<typeof useTranslations>, { createdAt, lastUsedAt }: ApiKey): string => {
  const day = (iso: string): string => formatDay(iso) ?? t('unknownDay');
  return lastUsedAt
    ? t('used', { made: day(createdAt), used: day(lastUsedAt) })
    : t('unused', { made: day(createdAt) });
};

const KeyRow = ({ apiKey, actions }: { readonly apiKey: ApiKey | null; readonly actions: KeyActions }) => {
  const t = useTranslations();
  if (!apiKey) {
    return (
      <SettingRow label={t('key')} note={t('keyNote')}>
        <Button size="s" icon={<KeyRound />} busy={actions.busy} onClick={actions.create}>
          {t('createKey')}
        </Button>
      </SettingRow>
    );
  }
  return (
    <SettingRow label={<code dir="ltr">{apiKey.hint}</code>} note={formatLastUsed(t, apiKey)}>
      <div className={styles['buttons']}>
        <Button size="s" onClick={() => actions.confirm('replace')}>
          {t('replace')}
        </Button>
        <Button size="s" variant="quiet" onClick={() => actions.confirm('delete')}>
          {t('delete')}
        </Button>
      </div>
    </SettingRow>
  );
};

const buildExample = (baseUrl: string, model: string): string =>
  `client = openai.OpenAI(base_url="${baseUrl}", api_key="YOUR_KEY")\n` +
  `client.chat.completions.create(model="${model}", messages=[{"role": "user", "content": "Hello"}])`;

const UsageExample = ({ baseUrl, model }: { readonly baseUrl: string; readonly model: string }) => {
  const t = useTranslations();
  const example = buildExample(baseUrl, model);
  return (
    <div className={styles['how']}>
      <p>{t('worksWith')}</p>
      <div className={styles['value']}>
        <code dir="ltr">{baseUrl}</code>
        <CopyButton text={baseUrl} label={t('copyBase')} />
      </div>
      <div className={styles['value']}>
        <pre dir="ltr" tabIndex={0} aria-label={t('example')}>
          {example}
        </pre>
        <CopyButton text={example} label={t('copyExample')} />
      </div>
    </div>
  );
};

const ConfirmDialogs = ({
  actions: { confirming, confirm, busy, create, revoke },
}: {
  readonly actions: KeyActions;
}) => {
  const t = useTranslations();
  if (confirming === null) return null;
  const isReplacing = confirming === 'replace';
  return (
    <AlertDialog
      title={t(isReplacing ? 'replaceTitle' : 'deleteTitle')}
      action={t(isReplacing ? 'replaceKey' : 'deleteKey')}
      busy={busy}
      text={t('warning')}
      onConfirm={isReplacing ? create : revoke}
      onCancel={() => confirm(null)}
    />
  );
};

const EligibleBody = ({ state, model }: Pick<ApiAccessProps, 'model'> & { readonly state: ApiKeyState }) => {
  const actions = useKeyActions();
  return (
    <>
      {actions.failure ? <Notice tone="danger">{actions.failure}</Notice> : null}
      {actions.secret ? <NewSecret secret={actions.secret} onHide={actions.hide} /> : null}
      <KeyRow apiKey={state.key} actions={actions} />
      <UsageExample baseUrl={state.baseUrl} model={model} />
      <ConfirmDialogs actions={actions} />
    </>
  );
};

/** The personal API key in the settings, for Premium accounts; a locked row for all others. */
export const ApiAccess = ({ model, onPlans }: ApiAccessProps) => {
  const t = useTranslations();
  const query = apiKeyApi.useApiKeyQuery();
  return (
    <Loaded query={query} lines={2} loading={t('loading')} failed={t('failed')}>
      {(state) => (state.eligible ? <EligibleBody state={state} model={model} /> : <Locked onPlans={onPlans} />)}
    </Loaded>
  );
};
