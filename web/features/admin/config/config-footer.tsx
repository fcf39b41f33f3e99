import { History, RotateCw } from 'lucide-react';
import { useState } from 'react';

import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { Translator } from '../../../lib/i18n/translations.ts';
import { conflictReceived, draftsDiscarded, reasonSet, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { CONFIG_ACTIONS, FOOTER_CONFIGS, isDirty, TAB_CONFIGS } from './config-actions.ts';
import type { ConfigMeta } from './config-api.ts';
import styles from './config-footer.module.css';
import { ChangeList, ConfigHistoryDialog } from './config-history-dialog.tsx';
import historyStyles from './config-history.module.css';
import { ConfigSaveButtons } from './config-save-buttons.tsx';
import { useTranslations, type TextKey } from '../texts.ts';
import { formatDateTime } from '../shared/labels.ts';

const ReasonField = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { reason, reasonMissing } = useAppSelector(({ admin }) => admin);
  return (
    <TextField
      label={t('reasonLabel')}
      error={reasonMissing ? t('reasonMissing') : null}
      required
      maxLength={500}
      autoComplete="off"
      placeholder={t('reasonPlaceholder')}
      value={reason}
      onText={(text) => dispatch(reasonSet(text))}
    />
  );
};

const formatLastUpdated = ({ lastUpdated, updatedBy, version }: ConfigMeta, t: Translator<TextKey>): string => {
  if (version === 0 || lastUpdated === null) return t('neverChanged');
  return t(updatedBy === null ? 'updatedByAdmin' : 'updated', {
    when: formatDateTime(lastUpdated),
    who: updatedBy ?? '',
    version,
  });
};

/** The last change, with its reason as a tooltip. */
const LastUpdated = ({ name, showName }: { readonly name: SettingsName; readonly showName: boolean }) => {
  const t = useTranslations();
  const meta = useAppSelector(CONFIG_ACTIONS[name].meta);
  if (!meta) return null;
  const text = formatLastUpdated(meta, t);
  return (
    <div title={meta.reason ?? undefined}>
      {showName ? t('named', { name: t(CONFIG_ACTIONS[name].title), text }) : text}
    </div>
  );
};

/** Asks for confirmation if there are unsaved changes, which are discarded. */
const ReloadButton = ({ names }: { readonly names: readonly SettingsName[] }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const dirty = useAppSelector((state) => names.some((name) => isDirty(state, name)));
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setConfirming(false);
    setBusy(true);
    dispatch(draftsDiscarded(names));
    await Promise.all(names.map((name) => dispatch(CONFIG_ACTIONS[name].reload())));
    setBusy(false);
  };
  return (
    <>
      <Button
        size="s"
        icon={<RotateCw />}
        busy={busy}
        onClick={() => {
          if (dirty) setConfirming(true);
          else void reload();
        }}
      >
        {t('reload')}
      </Button>
      {isConfirming ? (
        <AlertDialog
          title={t('reloadTitle')}
          text={t('reloadText')}
          action={t('reloadAction')}
          onConfirm={() => void reload()}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
};

const HistoryButton = ({ names }: { readonly names: readonly SettingsName[] }) => {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" icon={<History />} onClick={() => setOpen(true)}>
        {t('history')}
      </Button>
      {open ? <ConfigHistoryDialog names={names} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

/** Another admin saved first: what they changed, when and why. Reload rebases the unsaved changes on theirs. */
const ConflictNotice = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const conflict = useAppSelector(({ admin }) => admin.conflict);
  if (!conflict) return null;
  const { name, details } = conflict;
  const reload = async (): Promise<void> => {
    await dispatch(CONFIG_ACTIONS[name].reload());
    dispatch(conflictReceived(null));
  };
  const action = (
    <Button size="s" onClick={() => void reload()}>
      {t('reload')}
    </Button>
  );
  return (
    <Notice tone="danger" action={action}>
      <strong>{t('conflictTitle', { name: t(CONFIG_ACTIONS[name].title) })}</strong>
      <ul className={historyStyles['theirs']}>
        {details.changes.map(({ version, byName, at, reason, changes }) => (
          <li key={version}>
            {t(reason ? 'byWhenWhy' : 'byWhen', { who: byName, when: formatDateTime(at), reason: reason ?? '' })}
            <ChangeList changes={changes} />
          </li>
        ))}
      </ul>
      <p>{t('conflictText')}</p>
    </Notice>
  );
};

const SaveErrors = () => {
  const { failure } = useAppSelector(({ admin }) => admin);
  return (
    <>
      <ConflictNotice />
      {failure ? (
        <Notice tone="danger">
          <strong>{failure.text}</strong>
          {failure.detail ? <span>{` ${failure.detail}`}</span> : null}
        </Notice>
      ) : null}
    </>
  );
};

/** The footer of every settings tab: the reason, the last change, and the buttons. */
export const ConfigFooter = ({ tab }: { readonly tab: AdminTab }) => {
  const t = useTranslations();
  const names = TAB_CONFIGS[tab];
  const loaded = useAppSelector((state) =>
    names.some((name) => CONFIG_ACTIONS[name].meta(state) !== undefined || isDirty(state, name)),
  );
  const dirty = useAppSelector((state) => [...names, ...FOOTER_CONFIGS].some((name) => isDirty(state, name)));
  if (!loaded) return null;
  const hasOwnButtons = names.every((name) => !FOOTER_CONFIGS.includes(name));
  return (
    <footer className={cx(styles['footer'], dirty && styles['dirty'])} aria-label={t('changes')}>
      <SaveErrors />
      <div className={styles['line']}>
        <div className={styles['reason']}>
          <ReasonField />
        </div>
        {hasOwnButtons ? null : (
          <div className={styles['buttons']}>
            <ConfigSaveButtons names={FOOTER_CONFIGS} action={t('saveChanges')} successText={t('configSaved')} />
          </div>
        )}
      </div>
      <div className={styles['line']}>
        <div className={styles['meta']}>
          {names.map((name) => (
            <LastUpdated key={name} name={name} showName={names.length > 1} />
          ))}
        </div>
        <div className={styles['buttons']}>
          <HistoryButton names={names} />
          <ReloadButton names={names} />
        </div>
      </div>
    </footer>
  );
};
