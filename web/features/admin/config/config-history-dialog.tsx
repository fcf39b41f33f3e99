import { useState } from 'react';

import type { ConfigVersion } from '../../../../src/contract/config-history.ts';
import type { RateLimitPart } from '../../../../src/shared/settings/rate-limits.ts';
import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { adminToast } from '../../../state/admin-slice.ts';
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
import { formatDateTime } from '../shared/labels.ts';
import { formatChange } from './format-change.ts';

const useUndo = ({ name, part, onClose: onDone }: VersionListProps) => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(CONFIG_ACTIONS[name].meta)?.version ?? 0;
  const [undo, { isLoading, error }] = configApi.useUndoConfigMutation();
  const run = async (version: number, reason: string): Promise<void> => {
    const { error: failed } = await undo({ name, version, current, reason, part });
    // After a conflict too, the history and the form show the current version.
    await dispatch(CONFIG_ACTIONS[name].reload());
    if (failed) return;
    dispatch(adminToast('success', t('isBack', { version })));
    onDone();
  };
  return { run, busy: isLoading, failure: error ? getErrorMessage(error, t('didNotWork')) : null };
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
    <form
      noValidate
      className={styles['confirm']}
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
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
        <Button type="submit" size="s" variant="primary" busy={undo.busy}>
          {t('bringBack')}
        </Button>
      </div>
    </form>
  );
};

interface ChangeListProps extends Pick<ConfigVersion, 'changes'> {
  readonly name: SettingsName;
}

export const ChangeList = ({ name, changes }: ChangeListProps) => (
  <ul className={styles['changes']}>
    {changes.map((change) => (
      <li key={change.path.join('.')}>{formatChange(name, change)}</li>
    ))}
  </ul>
);

const VersionDetails = ({ name, details }: { readonly name: SettingsName; readonly details: ConfigVersion }) => {
  const { byName, at, reason, changes } = details;
  const t = useTranslations();
  return (
    <>
      <p className={styles['who']}>{t('byWhen', { who: byName, when: formatDateTime(at) })}</p>
      {reason ? (
        <p className={styles['why']} dir="auto">
          {reason}
        </p>
      ) : null}
      <ChangeList name={name} changes={changes} />
    </>
  );
};

interface VersionEntryProps {
  readonly name: SettingsName;
  readonly version: number;
  readonly details: ConfigVersion | null;
  readonly isCurrent: boolean;
  readonly undo: Undo;
}

const VersionEntry = ({ name, version, details, isCurrent, undo }: VersionEntryProps) => {
  const t = useTranslations();
  const [isConfirming, setConfirming] = useState(false);
  const restored = details?.restored ?? null;
  return (
    <li className={styles['entry']}>
      <div className={styles['head']}>
        <span className={styles['version']}>{t('version', { version })}</span>
        {isCurrent ? <Badge tone="accent">{t('current')}</Badge> : null}
        {restored === null ? null : <Badge>{t('asVersion', { version: restored })}</Badge>}
        {isCurrent || isConfirming ? null : (
          <Button size="s" variant="quiet" aria-label={t('goBackTo', { version })} onClick={() => setConfirming(true)}>
            {t('goBack')}
          </Button>
        )}
      </div>
      {details ? <VersionDetails name={name} details={details} /> : <p className={styles['who']}>{t('beforeAny')}</p>}
      {isConfirming ? <ConfirmUndo version={version} undo={undo} onCancel={() => setConfirming(false)} /> : null}
    </li>
  );
};

/** Where in the rate limits a part is: `features` by itself, the others in each tier. */
const isOfPart = ([top, , inTier = '']: readonly string[], part: RateLimitPart | undefined): boolean => {
  if (part === undefined || part === 'features') return part === undefined || top === part;
  return top === 'subscriptions' && (part === 'models') === (inTier === 'models');
};

/** The versions that changed the part, each with what it changed there. */
const ofPart = (versions: readonly ConfigVersion[], part: RateLimitPart | undefined): readonly ConfigVersion[] =>
  versions
    .map((version) => ({ ...version, changes: version.changes.filter(({ path }) => isOfPart(path, part)) }))
    .filter(({ changes }) => part === undefined || changes.length > 0);

interface VersionListProps {
  readonly name: SettingsName;
  readonly part: RateLimitPart | undefined;
  readonly onClose: () => void;
}

const VersionList = (props: VersionListProps) => {
  const { name } = props;
  const part = name === 'rate-limits' ? props.part : undefined;
  const t = useTranslations();
  const query = configApi.useConfigVersionsQuery(name, { refetchOnMountOrArgChange: true });
  const undo = useUndo({ ...props, part });
  if (query.isError || !query.data)
    return <LoadState query={query} lines={5} loading={t('historyLoading')} failed={t('historyFailed')} />;
  const versions = ofPart(query.data.versions, part);
  const oldest = query.data.versions.at(-1)?.version ?? 1;
  const current = versions[0]?.version ?? 0;
  return (
    <ol className={styles['versions']} aria-label={t('versions')}>
      {versions.map((details) => (
        <VersionEntry
          key={details.version}
          name={name}
          version={details.version}
          details={details}
          isCurrent={details.version === current}
          undo={undo}
        />
      ))}
      {oldest === 1 ? (
        <VersionEntry name={name} version={0} details={null} isCurrent={current === 0} undo={undo} />
      ) : null}
    </ol>
  );
};

export interface HistoryDialogProps {
  readonly names: readonly SettingsName[];
  /** The part of the configuration whose versions are shown and restored. */
  readonly part: RateLimitPart | undefined;
  readonly onClose: () => void;
}

/** The versions of a configuration. Each can be restored as a new version. */
export const ConfigHistoryDialog = ({ names, part, onClose }: HistoryDialogProps) => {
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
      <VersionList key={chosen} name={chosen} part={part} onClose={onClose} />
    </Dialog>
  );
};
