import { useState } from 'react';

import { isNotFound } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format-date.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import styles from './api-access.module.css';
import { apiKeyApi, type ApiKey } from './api-key-api.ts';
import { useTranslations } from './texts.ts';

const SCOPE_BADGES = { chat: 'badgeChat', read: 'badgeRead', tools: 'badgeTools', all: 'badgeAll' } as const;

const describeKey = (t: ReturnType<typeof useTranslations>, { createdAt, expiresAt, expired, lastUsedAt }: ApiKey) => {
  const day = (iso: string | null): string => formatDay(iso) ?? t('unknownDay');
  const facts = [t('made', { day: day(createdAt) }), lastUsedAt ? t('used', { day: day(lastUsedAt) }) : t('unused')];
  if (expiresAt === null) return [...facts, t('lasting')].join(' ');
  return [...facts, t(expired ? 'ended' : 'ends', { day: day(expiresAt) })].join(' ');
};

const KeyRow = ({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) => {
  const t = useTranslations();
  const { name, hint, scope, expired } = apiKey;
  const label = (
    <span className={styles['name']}>
      <bdi>{name}</bdi>
      <Badge tone={expired ? 'warning' : 'accent'}>{t(expired ? 'badgeExpired' : SCOPE_BADGES[scope])}</Badge>
    </span>
  );
  const note = (
    <>
      <code dir="ltr">{hint}</code> {describeKey(t, apiKey)}
    </>
  );
  return (
    <SettingRow label={label} note={note}>
      <Button size="s" aria-label={t('deleteNamed', { name })} onClick={onRevoke}>
        {t('delete')}
      </Button>
    </SettingRow>
  );
};

/** The keys, each with the way to end it. One that had ended already counts as ended. */
export const KeyList = ({ keys }: { readonly keys: readonly ApiKey[] }) => {
  const t = useTranslations();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const [revoke, { isLoading, error }] = apiKeyApi.useRevokeApiKeyMutation();
  const confirm = async ({ id }: ApiKey): Promise<void> => {
    await revoke(id);
    setAsked(null);
  };
  return (
    <>
      {error && !isNotFound(error) ? <Notice tone="danger">{t('notDeleted')}</Notice> : null}
      {keys.map((apiKey) => (
        <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setAsked(apiKey)} />
      ))}
      {asked ? (
        <AlertDialog
          title={t('deleteTitle', { name: asked.name })}
          text={t('warning')}
          action={t('deleteKey')}
          busy={isLoading}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </>
  );
};
