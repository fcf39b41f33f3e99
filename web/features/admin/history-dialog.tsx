import { useState } from 'react';

import type { ConfigVersion } from '../../../src/contract/config-history.ts';
import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import { adminToast, draftsDropped } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Select, TextInput } from '../../ui/text-input.tsx';
import { CONFIG } from './config-actions.ts';
import { configApi } from './config-api.ts';
import styles from './history.module.css';
import { failureWords } from './failure-words.ts';
import { LoadFailed } from './load-failed.tsx';
import { say, useTexts } from './texts.ts';
import { changeText, momentText } from './words.ts';

const useUndo = (name: ConfigName, onDone: () => void) => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(CONFIG[name].meta)?.version ?? 0;
  const [undo, { isLoading, error }] = configApi.useUndoConfigMutation();
  const run = async (version: number, reason: string): Promise<void> => {
    const { error: failed } = await undo({ name, version, current, reason });
    // The history and the form show what stands now, also when somebody was quicker.
    dispatch(draftsDropped([name]));
    await dispatch(CONFIG[name].reload());
    if (failed) return;
    dispatch(adminToast('success', say('isBack', { version })));
    onDone();
  };
  return { current, run, busy: isLoading, failure: error ? failureWords(error) : null };
};

type Undo = ReturnType<typeof useUndo>;

const Confirm = ({
  version,
  undo,
  onCancel,
}: {
  readonly version: number;
  readonly undo: Undo;
  readonly onCancel: () => void;
}) => {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = (): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') void undo.run(version, reason.trim());
  };
  return (
    <div className={styles['confirm']}>
      <Field label={t('goBackReason', { version })} error={missing ? t('reasonMissing') : null}>
        {(control) => <TextInput {...control} maxLength={500} value={reason} onText={setReason} />}
      </Field>
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

const What = ({ byName, at, reason, changes }: ConfigVersion) => {
  const t = useTexts();
  return (
    <>
      <p className={styles['who']}>{t('byWhen', { who: byName, when: momentText(at) })}</p>
      {reason ? (
        <p className={styles['why']} dir="auto">
          {reason}
        </p>
      ) : null}
      <ul className={styles['changes']}>
        {changes.map((change) => (
          <li key={change.path.join('.')}>{changeText(change)}</li>
        ))}
      </ul>
    </>
  );
};

interface EntryProps {
  readonly version: number;
  readonly of: ConfigVersion | null;
  readonly undo: Undo;
}

const Entry = ({ version, of, undo }: EntryProps) => {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const restored = of?.restored ?? null;
  return (
    <li className={styles['entry']}>
      <div className={styles['head']}>
        <span className={styles['version']}>{t('version', { version })}</span>
        {version === undo.current ? <Badge tone="accent">{t('current')}</Badge> : null}
        {restored === null ? null : <Badge>{t('asVersion', { version: restored })}</Badge>}
        {version === undo.current || asking ? null : (
          <Button size="s" variant="quiet" aria-label={t('goBackTo', { version })} onClick={() => setAsking(true)}>
            {t('goBack')}
          </Button>
        )}
      </div>
      {of ? <What {...of} /> : <p className={styles['who']}>{t('beforeAny')}</p>}
      {asking ? <Confirm version={version} undo={undo} onCancel={() => setAsking(false)} /> : null}
    </li>
  );
};

const Versions = ({ name, onClose }: { readonly name: ConfigName; readonly onClose: () => void }) => {
  const t = useTexts();
  const { data, isError, isFetching, refetch } = configApi.useConfigVersionsQuery(name, {
    refetchOnMountOrArgChange: true,
  });
  const undo = useUndo(name, onClose);
  if (isError)
    return (
      <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
        {t('historyFailed')}
      </LoadFailed>
    );
  if (!data) return <Skeleton lines={5} label={t('historyLoading')} />;
  const oldest = data.versions[data.versions.length - 1]?.version ?? 1;
  return (
    <ol className={styles['versions']} aria-label={t('versions')}>
      {data.versions.map((of) => (
        <Entry key={of.version} version={of.version} of={of} undo={undo} />
      ))}
      {oldest === 1 ? <Entry version={0} of={null} undo={undo} /> : null}
    </ol>
  );
};

interface HistoryDialogProps {
  readonly names: readonly ConfigName[];
  readonly onClose: () => void;
}

/** Who changed a configuration, when, why and what; every version can be brought back as a new one. */
export const HistoryDialog = ({ names, onClose }: HistoryDialogProps) => {
  const t = useTexts();
  const [chosen, setChosen] = useState(names[0]);
  if (chosen === undefined) return null;
  return (
    <Dialog title={t('history')} size="l" onClose={onClose}>
      {names.length > 1 ? (
        <Field label={t('configuration')}>
          {(control) => (
            <Select {...control} value={chosen} onText={(value) => setChosen(names.find((name) => name === value))}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {t(CONFIG[name].title)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <Versions key={chosen} name={chosen} onClose={onClose} />
    </Dialog>
  );
};
