import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { failureWords } from './failure-words.ts';
import styles from './overview.module.css';
import { peopleApi, type Health } from './people-api.ts';
import { momentText } from './words.ts';

const STATES: Readonly<Record<Health['state'], string>> = { ok: 'Works', failing: 'Failing', sandbox: 'Sandbox', off: 'Off', unknown: 'Not tested yet' };

interface Tested {
  readonly health: Health;
  readonly note: string;
}

/** A test tells how it stands and how long it took; when not even the server answers, its words. */
const useTest = (known: Health) => {
  const [test, { isLoading }] = peopleApi.useTestConnectionMutation();
  const [tested, setTested] = useState<Tested | null>(null);
  const run = async (): Promise<void> => {
    const { data, error } = await test(known.need);
    setTested(data
      ? { health: data.health, note: `Tested just now, ${Math.round(data.tookMs)} ms` }
      : { health: { ...known, state: 'unknown', detail: failureWords(error) }, note: 'The test could not be made' });
  };
  const note = known.checkedAt ? `Tested ${momentText(known.checkedAt)}` : '';
  return { health: tested?.health ?? known, note: tested?.note ?? note, busy: isLoading, run: () => { void run(); } };
};

const Need = ({ known }: { readonly known: Health }) => {
  const { health: { label, adapter, state, detail }, note, busy, run } = useTest(known);
  return (
    <li className={styles['need']}>
      <div className={styles['label']}>{label}<span className={styles['adapter']}>{adapter}</span></div>
      <div className={styles['state']} role="status">
        <span aria-hidden="true" className={styles['dot']} data-state={state} />
        <span>{STATES[state]}</span>
        {detail ? <span className={styles['detail']}>{detail}</span> : null}
        {note ? <span className={styles['detail']}>{note}</span> : null}
      </div>
      <Button size="s" busy={busy} disabled={busy || state === 'off'} aria-label={`Test connection: ${label}`} onClick={run}>Test connection</Button>
    </li>
  );
};

/** Everything that this server leans on, each with a real call to try it. */
export const HealthCard = () => {
  const { data, isError, isFetching, refetch } = peopleApi.useHealthQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Card title="Connections" note="What this server is connected to. A test makes a real call.">
      {isError ? (
        <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>Failed to load the connections</Notice>
      ) : null}
      {!data && !isError ? <Skeleton lines={5} label="Loading the connections" /> : null}
      {data ? <ul className={styles['needs']} aria-label="Connections">{data.needs.map((known) => <Need key={known.need} known={known} />)}</ul> : null}
    </Card>
  );
};
