import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { failureWords } from './failure-words.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './overview.module.css';
import { peopleApi, type Health } from './people-api.ts';
import { usePeopleTexts, type PeopleKey, type SayPeople } from './people-texts.ts';
import { momentText } from './words.ts';

const STATES: Readonly<Record<Health['state'], PeopleKey>> = {
  ok: 'stateOk',
  failing: 'stateFailing',
  sandbox: 'stateSandbox',
  off: 'stateOff',
  unknown: 'stateUnknown',
};

/** What the server connects to, by its word for it. */
const NEEDS: Readonly<Record<string, PeopleKey>> = {
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
const OF_MODELS = 'Language models: ';

/** A connection's name: ours where the server's word is known, so that it is translated, else the server's. */
const needText = ({ need, label }: Health, t: SayPeople): string => {
  const key = NEEDS[need];
  if (key) return t(key);
  return label.startsWith(OF_MODELS) ? t('needModels', { provider: label.slice(OF_MODELS.length) }) : label;
};

interface Tested {
  readonly health: Health;
  readonly note: string;
}

/** A test tells how it stands and how long it took; when not even the server answers, its words. */
const useTest = (known: Health) => {
  const t = usePeopleTexts();
  const [test, { isLoading }] = peopleApi.useTestConnectionMutation();
  const [tested, setTested] = useState<Tested | null>(null);
  const run = async (): Promise<void> => {
    const { data, error } = await test(known.need);
    setTested(
      data
        ? { health: data.health, note: t('testedNow', { ms: Math.round(data.tookMs) }) }
        : { health: { ...known, state: 'unknown', detail: failureWords(error) }, note: t('testFailed') },
    );
  };
  const note = known.checkedAt ? t('tested', { when: momentText(known.checkedAt) }) : '';
  return {
    health: tested?.health ?? known,
    note: tested?.note ?? note,
    busy: isLoading,
    run: () => {
      void run();
    },
  };
};

const Need = ({ known }: { readonly known: Health }) => {
  const t = usePeopleTexts();
  const {
    health: { adapter, state, detail },
    note,
    busy,
    run,
  } = useTest(known);
  const name = needText(known, t);
  return (
    <li className={styles['need']}>
      <div className={styles['label']}>
        {name}
        <span className={styles['adapter']}>{adapter}</span>
      </div>
      <div className={styles['state']} role="status">
        <span aria-hidden="true" className={styles['dot']} data-state={state} />
        <span>{t(STATES[state])}</span>
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
  const t = usePeopleTexts();
  const { data, isError, isFetching, refetch } = peopleApi.useHealthQuery(undefined, {
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
          {data.needs.map((known) => (
            <Need key={known.need} known={known} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
};
