import { History, RotateCw } from 'lucide-react';
import { useState } from 'react';

import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import type { Say } from '../../lib/i18n/texts.ts';
import { draftsDropped, reasonSet, type AdminTab } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CONFIG, FOOTER_CONFIGS, isDirty, saveConfigs, TAB_CONFIGS } from './config-actions.ts';
import type { Meta } from './config-api.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import styles from './footer.module.css';
import { HistoryDialog } from './history-dialog.tsx';
import { useTexts, type TextKey } from './texts.ts';
import { momentText } from './words.ts';

const ReasonField = () => {
  const t = useTexts();
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

const updatedText = ({ lastUpdated, updatedBy, version }: Meta, t: Say<TextKey>): string => {
  if (version === 0 || lastUpdated === null) return t('neverChanged');
  return t(updatedBy === null ? 'updatedByAdmin' : 'updated', {
    when: momentText(lastUpdated),
    who: updatedBy ?? '',
    version,
  });
};

/** Who was last, and why for a pointer at rest. Named where the tab has several configurations. */
const LastUpdated = ({ name, named }: { readonly name: ConfigName; readonly named: boolean }) => {
  const t = useTexts();
  const meta = useAppSelector(CONFIG[name].meta);
  if (!meta) return null;
  const text = updatedText(meta, t);
  return <div title={meta.reason ?? undefined}>{named ? t('named', { name: t(CONFIG[name].title), text }) : text}</div>;
};

/** Asks again; with unsaved changes on the tab only after a question, because they go. */
const ReloadButton = ({ names }: { readonly names: readonly ConfigName[] }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const dirty = useAppSelector((state) => names.some((name) => isDirty(state, name)));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    dispatch(draftsDropped(names));
    await Promise.all(names.map((name) => dispatch(CONFIG[name].reload())));
    setBusy(false);
  };
  return (
    <>
      <Button
        size="s"
        icon={<RotateCw />}
        busy={busy}
        onClick={() => {
          if (dirty) setAsking(true);
          else void reload();
        }}
      >
        {t('reload')}
      </Button>
      {asking ? (
        <AlertDialog
          title={t('reloadTitle')}
          text={t('reloadText')}
          action={t('reloadAction')}
          onConfirm={() => void reload()}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};

const HistoryButton = ({ names }: { readonly names: readonly ConfigName[] }) => {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" icon={<History />} onClick={() => setOpen(true)}>
        {t('history')}
      </Button>
      {open ? <HistoryDialog names={names} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const SaveButtons = () => {
  const t = useTexts();
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
      <Button disabled={!dirty} onClick={() => dispatch(draftsDropped(FOOTER_CONFIGS))}>
        {t('reset')}
      </Button>
      <Button variant="primary" disabled={!dirty || busy} busy={busy} onClick={() => void save()}>
        {t('saveChanges')}
      </Button>
    </>
  );
};

const Trouble = () => {
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
export const Footer = ({ tab }: { readonly tab: AdminTab }) => {
  const t = useTexts();
  const names = TAB_CONFIGS[tab];
  const loaded = useAppSelector((state) =>
    names.some((name) => CONFIG[name].meta(state) !== undefined || isDirty(state, name)),
  );
  const dirty = useAppSelector((state) => [...names, ...FOOTER_CONFIGS].some((name) => isDirty(state, name)));
  if (!loaded) return null;
  const own = names.every((name) => !FOOTER_CONFIGS.includes(name));
  return (
    <footer className={cx(styles['footer'], dirty && styles['dirty'])} aria-label={t('changes')}>
      <Trouble />
      <div className={styles['line']}>
        <div className={styles['reason']}>
          <ReasonField />
        </div>
        {own ? null : (
          <div className={styles['buttons']}>
            <SaveButtons />
          </div>
        )}
      </div>
      <div className={styles['line']}>
        <div className={styles['meta']}>
          {names.map((name) => (
            <LastUpdated key={name} name={name} named={names.length > 1} />
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
