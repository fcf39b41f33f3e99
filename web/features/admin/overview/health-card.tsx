import { useState } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { DEPENDENCY_LABELS } from './dependency-labels.ts';
import styles from './overview.module.css';
import { adminApi, type Health } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTextKey, type UsersTranslator } from '../shared/users-texts.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { formatDateTime } from '../shared/labels.ts';
import { t as panelText } from '../texts.ts';

const STATE_LABELS: Readonly<Record<Health['state'], UsersTextKey>> = {
  ok: 'stateOk',
  failing: 'stateFailing',
  sandbox: 'stateSandbox',
  off: 'stateOff',
  unknown: 'stateUnknown',
};

/** What is said of a connection that was not tested. */
const UNTESTED_DETAILS: Readonly<Partial<Record<Health['state'], UsersTextKey>>> = {
  sandbox: 'detailSandbox',
  off: 'detailOff',
  unknown: 'detailUnknown',
};

const MODELS_LABEL_PREFIX = 'Language models: ';

/** The translated name of a known connection, else the server's label. */
const getDependencyLabel = ({ need, label }: Health, t: UsersTranslator): string => {
  const key = DEPENDENCY_LABELS[need];
  if (key) return t(key);
  return label.startsWith(MODELS_LABEL_PREFIX)
    ? t('needModels', { provider: label.slice(MODELS_LABEL_PREFIX.length) })
    : label;
};

/**
 * Runs the connection test. The result is the new health and the duration, or the error if the server did not answer.
 */
const useConnectionTest = (dependency: Health) => {
  const t = useUsersTranslations();
  const [test, { isLoading: busy }] = adminApi.useTestConnectionMutation();
  const [result, setResult] = useState<{ readonly health: Health; readonly note: string } | null>(null);
  const run = async (): Promise<void> => {
    const { data, error } = await test(dependency.need);
    if (data) setResult({ health: data.health, note: t('testedNow', { ms: Math.round(data.tookMs) }) });
    else {
      const health: Health = {
        ...dependency,
        state: 'unknown',
        detail: getErrorMessage(error, panelText('didNotWork')),
      };
      setResult({ health, note: t('testFailed') });
    }
  };
  const untested = dependency.checkedAt === null ? UNTESTED_DETAILS[dependency.state] : undefined;
  const detail = untested ? t(untested) : dependency.detail;
  const note = dependency.checkedAt ? t('tested', { when: formatDateTime(dependency.checkedAt) }) : '';
  return { ...(result ?? { health: { ...dependency, detail }, note }), busy, run: () => void run() };
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
        {detail ? (
          <span className={styles['detail']}>
            <LazyServerText text={detail} />
          </span>
        ) : null}
        {note ? <span className={styles['detail']}>{note}</span> : null}
      </div>
      {useIsAdmin() ? (
        <Button
          size="s"
          busy={busy}
          disabled={busy || state === 'off'}
          aria-label={t('testConnectionOf', { name })}
          onClick={run}
        >
          {t('testConnection')}
        </Button>
      ) : null}
    </li>
  );
};

/** The services that the server depends on, each with a button that tests the connection. */
export const HealthCard = () => {
  const t = useUsersTranslations();
  const query = adminApi.useHealthQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Card title={t('connections')} note={t('connectionsNote')}>
      <LoadState query={query} lines={5} loading={t('connectionsLoading')} failed={t('connectionsFailed')} />
      {query.data ? (
        <ul className={styles['needs']} aria-label={t('connections')}>
          {query.data.needs.map((dependency) => (
            <DependencyRow key={dependency.need} dependency={dependency} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
};
