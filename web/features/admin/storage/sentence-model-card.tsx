import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { adminApi, type SentenceModel } from '../shared/admin-api.ts';
import { FailureNotice } from '../shared/failure-notice.tsx';
import { numberFormat } from '../shared/intl.ts';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
import styles from './sentence-model-card.module.css';

/** While something is under way, and while nothing is. */
const POLL_INTERVALS_MS = { busy: 1000, idle: 10_000 } as const;
const BUSY_PHASES: readonly SentenceModel['phase'][] = ['waiting', 'downloading', 'loading'];

const FAILURES: Readonly<Record<NonNullable<SentenceModel['failure']>, UsersTextKey>> = {
  network: 'meaningFailedNetwork',
  missing: 'meaningFailedMissing',
  checksum: 'meaningFailedChecksum',
  size: 'meaningFailedSize',
  disk: 'meaningFailedDisk',
  folder: 'meaningFailedFolder',
  runtime: 'meaningFailedRuntime',
  invalid: 'meaningFailedInvalid',
  memory: 'meaningFailedMemory',
  crashed: 'meaningFailedCrashed',
};

const STATES = {
  off: 'meaningIsOff',
  waiting: 'meaningWaiting',
  loading: 'meaningLoadingModel',
  ready: 'meaningReady',
} as const;

const BYTES_PER_MB = 1024 * 1024;

const formatMegabytes = (bytes: number): string =>
  numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }).format(bytes / BYTES_PER_MB);

const Download = ({ model: { received, total } }: { readonly model: SentenceModel }) => {
  const t = useUsersTranslations();
  const text = t('meaningDownloading', { received: formatMegabytes(received), total: formatMegabytes(total) });
  return (
    <div className={styles['download']}>
      <progress
        aria-label={t('meaningProgress')}
        aria-valuetext={text}
        className={styles['bar']}
        value={received}
        max={Math.max(total, 1)}
      />
      <span>{text}</span>
    </div>
  );
};

const ModelState = ({ model }: { readonly model: SentenceModel }) => {
  const t = useUsersTranslations();
  const { phase, failure } = model;
  if (phase === 'downloading') return <Download model={model} />;
  if (phase === 'failed')
    return (
      <Notice tone="warning">
        <strong>{t('meaningFailed')}</strong>
        <span>{` ${t(FAILURES[failure ?? 'crashed'])}`}</span>
      </Notice>
    );
  return <p role="status">{t(STATES[phase])}</p>;
};

interface ActionsProps {
  readonly model: SentenceModel;
  readonly busy: boolean;
  readonly onSwitch: (isEnabled: boolean) => void;
}

const Actions = ({ model: { phase, downloadBytes, isInstalled }, busy, onSwitch }: ActionsProps) => {
  const t = useUsersTranslations();
  if (phase === 'off')
    return (
      <Button variant="primary" busy={busy} onClick={() => onSwitch(true)}>
        {isInstalled ? t('meaningOn') : t('meaningDownload', { size: formatMegabytes(downloadBytes) })}
      </Button>
    );
  return (
    <>
      {phase === 'failed' && !isInstalled ? (
        <Button busy={busy} onClick={() => onSwitch(true)}>
          {t('meaningRetry')}
        </Button>
      ) : null}
      <Button busy={busy} onClick={() => onSwitch(false)}>
        {phase === 'waiting' || phase === 'downloading' ? t('meaningCancel') : t('meaningOff')}
      </Button>
    </>
  );
};

const useSentenceModel = () => {
  const { currentData } = adminApi.endpoints.sentenceModel.useQueryState();
  const isBusy = currentData !== undefined && BUSY_PHASES.includes(currentData.phase);
  return adminApi.useSentenceModelQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isBusy ? POLL_INTERVALS_MS.busy : POLL_INTERVALS_MS.idle,
    skipPollingIfUnfocused: true,
  });
};

/** Switches the model that finds files by meaning, with its download; nothing where another service embeds. */
export const SentenceModelCard = () => {
  const t = useUsersTranslations();
  const query = useSentenceModel();
  const [switchModel, { isLoading, error }] = adminApi.useSwitchSentenceModelMutation();
  const decidedBy = query.data?.decidedBy;
  if (decidedBy === 'service') return null;
  const actions =
    query.data && decidedBy === 'admin' ? (
      <Actions model={query.data} busy={isLoading} onSwitch={(isEnabled) => void switchModel(isEnabled)} />
    ) : null;
  return (
    <Card title={t('meaningTitle')} note={t('meaningNote')} actions={actions}>
      <LoadState query={query} lines={1} loading={t('meaningLoading')} failed={t('meaningLoadFailed')} />
      {query.data ? <ModelState model={query.data} /> : null}
      {decidedBy === 'environment' ? <p className={styles['note']}>{t('meaningByEnvironment')}</p> : null}
      {error ? <FailureNotice error={error} /> : null}
    </Card>
  );
};
