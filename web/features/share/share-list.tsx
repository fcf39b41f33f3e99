import { useState } from 'react';

import type { Say } from '../../lib/i18n/texts.ts';
import { dayText } from '../../lib/when.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { sharesApi, type Share } from './shares-api.ts';
import { useTexts, type TextKey } from './texts.ts';

const aboutOf = ({ kind, turns, createdAt, name }: Share, t: Say<TextKey>): string => {
  const facts = { kind, turns, day: dayText(createdAt) ?? 'unknown' };
  return name === null ? t('about', facts) : t('aboutNamed', { ...facts, name });
};

/** Ends a link after asking. A link that had ended already counts as ended. */
const useRevoking = () => {
  const [asked, ask] = useState<Share | null>(null);
  const [failed, setFailed] = useState(false);
  const [revoke, { isLoading: busy }] = sharesApi.useRevokeShareMutation();
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    const { error } = await revoke(asked.id);
    setFailed(error !== undefined && !('status' in error && error.status === 404));
    ask(null);
  };
  return { asked, ask, failed, busy, confirm };
};

/** Public links, each with the way to end it. */
export const ShareList = ({ shares }: { readonly shares: readonly Share[] }) => {
  const t = useTexts();
  const { asked, ask, failed, busy, confirm } = useRevoking();
  return (
    <>
      {failed ? <Notice tone="danger">{t('revokeFailed')}</Notice> : null}
      {shares.map((share) => (
        <SettingRow key={share.id} label={<span dir="auto">{share.title}</span>} note={aboutOf(share, t)}>
          <Button size="s" aria-label={t('revokeLinkTo', { title: share.title })} onClick={() => ask(share)}>
            {t('revoke')}
          </Button>
        </SettingRow>
      ))}
      {asked ? (
        <AlertDialog
          title={t('revokeAsk')}
          text={t('revokeText', { title: asked.title })}
          action={t('revoke')}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => ask(null)}
        />
      ) : null}
    </>
  );
};
