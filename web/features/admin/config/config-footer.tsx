import { History, RotateCw } from 'lucide-react';
import { useState, type FormEvent, type Ref } from 'react';

import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { Translator } from '../../../lib/i18n/translations.ts';
import { conflictReceived, draftsDiscarded, editsOf, isTabUnsaved, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/display/notice.tsx';
import { CONFIG_ACTIONS, TAB_SPECS } from './config-actions.ts';
import type { ConfigMeta } from './config-api.ts';
import styles from './config-footer.module.css';
import { ChangeList, ConfigHistoryDialog, type HistoryDialogProps } from './config-history-dialog.tsx';
import historyStyles from './config-history.module.css';
import { ConfigReasonField } from './config-reason-field.tsx';
import { useSaveTabs } from './use-save-tab.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import { formatDateTime } from '../shared/labels.ts';

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

interface FooterProps {
  readonly tab: AdminTab;
}

/** Asks for confirmation if there are unsaved changes, which are discarded. */
const ReloadButton = ({ tab }: FooterProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { names } = TAB_SPECS[tab];
  const dirty = useAppSelector(({ admin }) => isTabUnsaved(admin, tab));
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setConfirming(false);
    setBusy(true);
    dispatch(draftsDiscarded({ tab, names }));
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

const HistoryButton = ({ names, part }: Pick<HistoryDialogProps, 'names' | 'part'>) => {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" icon={<History />} onClick={() => setOpen(true)}>
        {t('history')}
      </Button>
      {open ? <ConfigHistoryDialog names={names} part={part} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

/** Another admin saved first: what they changed, when and why. Reload rebases the unsaved changes on theirs. */
const ConflictNotice = ({ tab }: FooterProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const conflict = useAppSelector(({ admin }) => editsOf(admin, tab).conflict);
  if (!conflict) return null;
  const { name, details } = conflict;
  const reload = async (): Promise<void> => {
    await dispatch(CONFIG_ACTIONS[name].reload());
    dispatch(conflictReceived({ tab, conflict: null }));
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
            <ChangeList name={name} changes={changes} />
          </li>
        ))}
      </ul>
      <p>{t('conflictText')}</p>
    </Notice>
  );
};

const SaveErrors = ({ tab }: FooterProps) => {
  const { failure } = useAppSelector(({ admin }) => editsOf(admin, tab));
  return (
    <>
      <ConflictNotice tab={tab} />
      {failure ? (
        <Notice tone="danger">
          <strong>{failure.text}</strong>
          {failure.detail ? <span>{` ${failure.detail}`}</span> : null}
        </Notice>
      ) : null}
    </>
  );
};

const ResetButton = ({ tab }: FooterProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const isDirty = useAppSelector(({ admin }) => isTabUnsaved(admin, tab));
  return (
    <Button
      size="s"
      disabled={!isDirty}
      onClick={() => dispatch(draftsDiscarded({ tab, names: TAB_SPECS[tab].names }))}
    >
      {t('reset')}
    </Button>
  );
};

interface SaveProps extends FooterProps {
  /** For saving by Enter in a field of the tab. */
  readonly formRef: Ref<HTMLFormElement>;
}

const SaveLine = ({ tab, formRef }: SaveProps) => {
  const t = useTranslations();
  const isDirty = useAppSelector(({ admin }) => isTabUnsaved(admin, tab));
  const { busy, save } = useSaveTabs([tab]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isDirty && !busy) void save(event.currentTarget);
  };
  return (
    <form noValidate ref={formRef} className={styles['save']} onSubmit={submit}>
      <ConfigReasonField tab={tab} />
      <Button type="submit" variant="primary" disabled={!isDirty || busy} busy={busy}>
        {t(TAB_SPECS[tab].action ?? 'saveChanges')}
      </Button>
    </form>
  );
};

/** The footer of every settings tab: the reason, the last change, and the buttons. */
export const ConfigFooter = ({ tab, formRef }: SaveProps) => {
  const t = useTranslations();
  const { names, part } = TAB_SPECS[tab];
  const isDirty = useAppSelector(({ admin }) => isTabUnsaved(admin, tab));
  const loaded = useAppSelector((state) => names.some((name) => CONFIG_ACTIONS[name].meta(state) !== undefined));
  if (!loaded && !isDirty) return null;
  return (
    <footer className={cx(styles['footer'], isDirty && styles['dirty'])} aria-label={t('changes')}>
      <SaveErrors tab={tab} />
      <SaveLine tab={tab} formRef={formRef} />
      <div className={styles['line']}>
        <div className={styles['meta']}>
          {names.map((name) => (
            <LastUpdated key={name} name={name} showName={names.length > 1} />
          ))}
        </div>
        <div className={styles['buttons']}>
          <ResetButton tab={tab} />
          <HistoryButton names={names} part={part} />
          <ReloadButton tab={tab} />
        </div>
      </div>
    </footer>
  );
};
