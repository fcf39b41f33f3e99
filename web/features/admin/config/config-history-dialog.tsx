import { useState } from 'react';

import type { ConfigVersion } from '../../../../src/contract/config-history.ts';
import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { adminToast, draftsDiscarded } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { CONFIG_ACTIONS } from './config-actions.ts';
import { configApi } from './config-api.ts';
import styles from './config-history.module.css';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { t, useTranslations } from '../texts.ts';
import { formatChange, formatDateTime } from '../shared/labels.ts';

const useUndo = (name: SettingsName, onDone: () => void) => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(CONFIG_ACTIONS[name].meta)?.version ?? 0;
  const [undo, { isLoading, error }] = configApi.useUndoConfigMutation();
  const run = async (version: number, reason: string): Promise<void> => {
    const { error: failed } = await undo({ name, version, current, reason });
    // After a conflict too, the history and the form show the current version.
    dispatch(draftsDiscarded([name]));
    await dispatch(CONFIG_ACTIONS[name].reload());
    if (failed) return;
    dispatch(adminToast('success', t('isBack', { version })));
    onDone();
  };
  return { current, run, busy: isLoading, failure: error ? getErrorMessage(error, t('didNotWork')) : null };
};

type Undo = ReturnType<typeof useUndo>;

const ConfirmUndo = ({
  version,
  undo,
  onCancel,
}: {
  readonly version: number;
  readonly undo: Undo;
  readonly onCancel: () => void;
}) => {
  const t = useTranslations();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = (): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') void undo.run(version, reason.trim());
  };
  return (
    <div className={styles['confirm']}>
      <TextField
        label={t('goBackReason', { version })}
        error={missing ? t('reasonMissing') : null}
        maxLength={500}
        value={reason}
        onText={setReason}
      />
      {undo.failure ? <Notice tone="danger">{undo.failure}</Notice> : null}
      <div className={styles['buttons']}>
        <Button size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="s" variant="primary" busy={undo.busy} onClick={confirm}>
          {t('bringBack')}
        </Button>
      </div>
    </div>
  );
};

export const ChangeList = ({ changes }: Pick<ConfigVersion, 'changes'>) => (
  <ul className={styles['changes']}>
    {changes.map((change) => (
      <li key={change.path.join('.')}>{formatChange(change)}</li>
    ))}
  </ul>
);

const VersionDetails = ({ byName, at, reason, changes }: ConfigVersion) => {
  const t = useTranslations();
  return (
    <>
      <p className={styles['who']}>{t('byWhen', { who: byName, when: formatDateTime(at) })}</p>
      {reason ? (
        <p className={styles['why']} dir="auto">
          {reason}
        </p>
      ) : null}
      <ChangeList changes={changes} />
    </>
  );
};

interface VersionEntryProps {
  readonly version: number;
  readonly details: ConfigVersion | null;
  readonly undo: Undo;
}

const VersionEntry = ({ version, details, undo }: VersionEntryProps) => {
  const t = useTranslations();
  const [isConfirming, setConfirming] = useState(false);
  const restored = details?.restored ?? null;
  return (
    <li className={styles['entry']}>
      <div className={styles['head']}>
        <span className={styles['version']}>{t('version', { version })}</span>
        {version === undo.current ? <Badge tone="accent">{t('current')}</Badge> : null}
        {restored === null ? null : <Badge>{t('asVersion', { version: restored })}</Badge>}
        {version === undo.current || isConfirming ? null : (
          <Button size="s" variant="quiet" aria-label={t('goBackTo', { version })} onClick={() => setConfirming(true)}>
            {t('goBack')}
          </Button>
        )}
      </div>
      {details ? <VersionDetails {...details} /> : <p className={styles['who']}>{t('beforeAny')}</p>}
      {isConfirming ? <ConfirmUndo version={version} undo={undo} onCancel={() => setConfirming(false)} /> : null}
    </li>
  );
};

const VersionList = ({ name, onClose }: { readonly name: SettingsName; readonly onClose: () => void }) => {
  const t = useTranslations();
  const query = configApi.useConfigVersionsQuery(name, { refetchOnMountOrArgChange: true });
  const undo = useUndo(name, onClose);
  if (query.isError || !query.data)
    return <LoadState query={query} lines={5} loading={t('historyLoading')} failed={t('historyFailed')} />;
  const { versions } = query.data;
  const oldest = versions.at(-1)?.version ?? 1;
  return (
    <ol className={styles['versions']} aria-label={t('versions')}>
      {versions.map((details) => (
        <VersionEntry key={details.version} version={details.version} details={details} undo={undo} />
      ))}
      {oldest === 1 ? <VersionEntry version={0} details={null} undo={undo} /> : null}
    </ol>
  );
};

interface ConfigHistoryDialogProps {
  readonly names: readonly SettingsName[];
  readonly onClose: () => void;
}

/** The versions of a configuration. Each can be restored as a new version. */
export const ConfigHistoryDialog = ({ names, onClose }: ConfigHistoryDialogProps) => {
  const t = useTranslations();
  const [chosen, setChosen] = useState(names[0]);
  if (chosen === undefined) return null;
  return (
    <Dialog title={t('history')} size="l" onClose={onClose}>
      {names.length > 1 ? (
        <SelectField
          label={t('configuration')}
          value={chosen}
          onText={(value) => setChosen(names.find((name) => name === value))}
          options={names.map((name) => [name, t(CONFIG_ACTIONS[name].title)])}
        />
      ) : null}
      <VersionList key={chosen} name={chosen} onClose={onClose} />
    </Dialog>
  );
};
