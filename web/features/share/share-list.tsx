import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { Translator } from '../../lib/i18n/translations.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format-date.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import styles from './share-list.module.css';
import { sharesApi, type Share } from './shares-api.ts';
import { useTranslations, type TextKey } from './texts.ts';

const describeShare = ({ kind, turns, createdAt, name }: Share, t: Translator<TextKey>): string => {
  const facts = { kind, turns, day: formatDay(createdAt) ?? 'unknown' };
  return name === null ? t('about', facts) : t('aboutNamed', { ...facts, name });
};

const TakenDown = ({ takenDown }: { readonly takenDown: NonNullable<Share['takenDown']> }) => {
  const t = useTranslations();
  return (
    <span className={styles['taken-down']}>
      {t('takenDown', { day: formatDay(takenDown.at) ?? '', reason: takenDown.reason })}
    </span>
  );
};

/**
 * Where the focus goes when a link is revoked: to the link after it; without any, to the heading of the settings'
 * section, else to the first button of the dialog.
 */
const findNextFocus = (shares: readonly Share[], { id: revoked }: Share): HTMLElement | null => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-share]')];
  const rowOf = (share: Share | undefined) => rows.find(({ dataset }) => dataset['share'] === share?.id);
  const at = shares.findIndex(({ id }) => id === revoked);
  const next = rowOf(shares[at + 1] ?? shares[at - 1]);
  if (next) return next.querySelector('button');
  const row = rowOf(shares[at]);
  return row?.closest('section')?.querySelector('h4') ?? row?.closest('dialog')?.querySelector('button') ?? null;
};

/** Ends a link after asking. A link that had ended already counts as ended. */
const useRevocation = (shares: readonly Share[]) => {
  const [pending, setPending] = useState<Share | null>(null);
  const [failed, setFailed] = useState(false);
  const [revoke, { isLoading: busy }] = sharesApi.useRevokeShareMutation();
  const confirm = async (): Promise<void> => {
    if (!pending) return;
    const next = findNextFocus(shares, pending);
    const { error } = await revoke(pending.id);
    const isFailure = error !== undefined && !isNotFound(error);
    flushSync(() => {
      setFailed(isFailure);
      setPending(null); // the focus has come back before it goes on
    });
    if (!isFailure) next?.focus();
  };
  return { asked: pending, ask: setPending, failed, busy, confirm };
};

/** Public links, each with the way to end it. */
export const ShareList = ({ shares }: { readonly shares: readonly Share[] }) => {
  const t = useTranslations();
  const { asked: pending, ask: setPending, failed, busy, confirm } = useRevocation(shares);
  return (
    <>
      {failed ? <Notice tone="danger">{t('revokeFailed')}</Notice> : null}
      {shares.map((share) => (
        <SettingRow
          key={share.id}
          label={<span dir="auto">{share.title}</span>}
          note={
            <>
              {describeShare(share, t)}
              {share.takenDown ? <TakenDown takenDown={share.takenDown} /> : null}
            </>
          }
        >
          <div className={styles['actions']} data-share={share.id}>
            {share.url === null || share.takenDown ? null : (
              <CopyButton size="m" tooltip="left" text={share.url} label={t('copyLinkTo', { title: share.title })} />
            )}
            <Button size="s" aria-label={t('revokeLinkTo', { title: share.title })} onClick={() => setPending(share)}>
              {t('revoke')}
            </Button>
          </div>
        </SettingRow>
      ))}
      {pending ? (
        <AlertDialog
          title={t('revokeAsk')}
          text={t('revokeText', { title: pending.title })}
          action={t('revoke')}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setPending(null)}
        />
      ) : null}
    </>
  );
};
