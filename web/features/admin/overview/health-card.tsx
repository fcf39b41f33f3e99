import { useState } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import styles from './overview.module.css';
import { adminApi, type Health } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTextKey, type UsersTranslator } from '../shared/users-texts.ts';
import { formatDateTime } from '../shared/labels.ts';
import { t as panelText } from '../texts.ts';

const STATE_LABELS: Readonly<Record<Health['state'], UsersTextKey>> = {
  ok: 'stateOk',
  failing: 'stateFailing',
  sandbox: 'stateSandbox',
  off: 'stateOff',
  unknown: 'stateUnknown',
};

/** What the server connects to, by its word for it. */
const DEPENDENCY_LABELS: Readonly<Record<string, UsersTextKey>> = {
  database: 'needDatabase',
  embeddings: 'needEmbeddings',
  vectors: 'needVectors',
  blobs: 'needBlobs',
  search: 'needSearch',
  payments: 'needPayments',
  mail: 'needMail',
  sms: 'needSms',
  identity: 'needIdentity',
};
const MODELS_LABEL_PREFIX = 'Language models: ';

/** A connection's name: ours where the server's word is known, so that it is translated, else the server's. */
const getDependencyLabel = ({ need, label }: Health, t: UsersTranslator): string => {
  const key = DEPENDENCY_LABELS[need];
  if (key) return t(key);
  return label.startsWith(MODELS_LABEL_PREFIX)
    ? t('needModels', { provider: label.slice(MODELS_LABEL_PREFIX.length) })
    : label;
};

interface TestResult {
  readonly health: Health;
  readonly note: string;
}

/** A test tells how it stands and how long it took; when not even the server answers, its words. */
const useConnectionTest = (dependency: Health) => {
  const t = useUsersTranslations();
  const [test, { isLoading }] = adminApi.useTestConnectionMutation();
  const [result, setResult] = useState<TestResult | null>(null);
  const run = async (): Promise<void> => {
    const { data, error } = await test(dependency.need);
    setResult(
      data
        ? { health: data.health, note: t('testedNow', { ms: Math.round(data.tookMs) }) }
        : {
            health: { ...dependency, state: 'unknown', detail: getErrorMessage(error, panelText('didNotWork')) },
            note: t('testFailed'),
          },
    );
  };
  const note = dependency.checkedAt ? t('tested', { when: formatDateTime(dependency.checkedAt) }) : '';
  return {
    health: result?.health ?? dependency,
    note: result?.note ?? note,
    busy: isLoading,
    run: () => {
      void run();
    },
  };
};

const DependencyRow = ({ dependency }: { readonly dependency: Health }) => {
  const t = useUsersTranslations();
  const {
    health: { adapter, state, detail },
    note,
    busy,
    run,
  } = useConnectionTest(dependency);
  const name = getDependencyLabel(dependency, t);
  return (
    <li className={styles['need']}>
      <div className={styles['label']}>
        {name}
        <span className={styles['adapter']}>{adapter}</span>
      </div>
      <div className={styles['state']} role="status">
        <span aria-hidden="true" className={styles['dot']} data-state={state} />
        <span>{t(STATE_LABELS[state])}</span>
        {detail ? <span className={styles['detail']}>{detail}</span> : null}
        {note ? <span className={styles['detail']}>{note}</span> : null}
      </div>
      <Button
        size="s"
        busy={busy}
        disabled={busy || state === 'off'}
        aria-label={t('testConnectionOf', { name })}
        onClick={run}
      >
        {t('testConnection')}
      </Button>
    </li>
  );
};

/** Everything that this server leans on, each with a real call to try it. */
export const HealthCard = () => {
  const t = useUsersTranslations();
  const { data, isError, isFetching, refetch } = adminApi.useHealthQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Card title={t('connections')} note={t('connectionsNote')}>
      {isError ? (
        <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
          {t('connectionsFailed')}
        </LoadFailed>
      ) : null}
      {!data && !isError ? <Skeleton lines={5} label={t('connectionsLoading')} /> : null}
      {data ? (
        <ul className={styles['needs']} aria-label={t('connections')}>
          {data.needs.map((dependency) => (
            <DependencyRow key={dependency.need} dependency={dependency} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
};
