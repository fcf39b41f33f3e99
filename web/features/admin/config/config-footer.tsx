import { History, RotateCw } from 'lucide-react';
import { useState } from 'react';

import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { Translator } from '../../../lib/i18n/translations.ts';
import { draftsDiscarded, reasonSet, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { CONFIG_ACTIONS, FOOTER_CONFIGS, isDirty, saveConfigs, TAB_CONFIGS } from './config-actions.ts';
import type { ConfigMeta } from './config-api.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import styles from './config-footer.module.css';
import { ConfigHistoryDialog } from './config-history-dialog.tsx';
import { useTranslations, type TextKey } from '../texts.ts';
import { formatDateTime } from '../shared/labels.ts';

const ReasonField = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { reason, reasonMissing } = useAppSelector(({ admin }) => admin);
  return (
    <Field label={t('reasonLabel')} error={reasonMissing ? t('reasonMissing') : null}>
      {(control) => (
        <TextInput
          {...control}
          required
          maxLength={500}
          autoComplete="off"
          placeholder={t('reasonPlaceholder')}
          value={reason}
          onText={(text) => dispatch(reasonSet(text))}
        />
      )}
    </Field>
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

/** Who was last, and why for a pointer at rest. Named where the tab has several configurations. */
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

/** Asks again; with unsaved changes on the tab only after a question, because they go. */
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

const SaveButtons = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const dirty = useAppSelector((state) => FOOTER_CONFIGS.some((name) => isDirty(state, name)));
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await dispatch(saveConfigs(FOOTER_CONFIGS, t('configSaved')));
    setBusy(false);
  };
  return (
    <>
      <Button disabled={!dirty} onClick={() => dispatch(draftsDiscarded(FOOTER_CONFIGS))}>
        {t('reset')}
      </Button>
      <Button variant="primary" disabled={!dirty || busy} busy={busy} onClick={() => void save()}>
        {t('saveChanges')}
      </Button>
    </>
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

/** The foot of every tab that sets something: why, who was last, and the buttons. It stands out once there is something to save. */
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
            <SaveButtons />
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
