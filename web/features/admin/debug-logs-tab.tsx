import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Select } from '../../ui/text-input.tsx';
import styles from './debug-logs.module.css';
import { exportLogs } from './export-logs.ts';
import type { LogEntry } from './people-api.ts';
import { useDebugLogs, type Filter } from './use-debug-logs.ts';

const LEVELS = ['', 'info', 'warn', 'error'] as const;
const KINDS = ['', 'limit hit', 'provider error', 'admin change', 'override', 'refused admin call'] as const;
const TONES = { info: 'quiet', warn: 'warning', error: 'danger' } as const;

const moment = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

const Row = ({ time, level, kind, uid, maskedEmail, detail }: LogEntry) => (
  <tr>
    <td className={styles['time']}><time dateTime={time}>{moment.format(new Date(time))}</time></td>
    <td><Badge tone={TONES[level]}>{level}</Badge></td>
    <td className={styles['kind']}>{kind}</td>
    <td className={styles['who']}>{maskedEmail ?? ''}{uid ? <span>{uid}</span> : null}</td>
    <td className={styles['detail']} dir="auto">{detail}</td>
  </tr>
);

interface BarProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
}

const Filters = ({ filter, onFilter, live, onLive }: BarProps) => (
  <>
    <Field label="Level">
      {(control) => (
        <Select {...control} value={filter.level} onText={(text) => onFilter({ ...filter, level: LEVELS.find((level) => level === text) ?? '' })}>
          {LEVELS.map((level) => <option key={level} value={level}>{level === '' ? 'All levels' : level}</option>)}
        </Select>
      )}
    </Field>
    <Field label="Kind">
      {(control) => (
        <Select {...control} value={filter.kind} onText={(text) => onFilter({ ...filter, kind: KINDS.find((kind) => kind === text) ?? '' })}>
          {KINDS.map((kind) => <option key={kind} value={kind}>{kind === '' ? 'All kinds' : kind}</option>)}
        </Select>
      )}
    </Field>
    <div className={styles['live']}><span aria-hidden="true">Live tail</span><Switch label="Live tail" checked={live} onChange={onLive} /></div>
  </>
);

const useExport = (filter: Filter) => {
  const token = useAppSelector(({ session }) => session.token);
  const [state, setState] = useState<'calm' | 'busy' | 'failed'>('calm');
  const run = async (): Promise<void> => {
    setState('busy');
    setState((await exportLogs(token, filter)) ? 'calm' : 'failed');
  };
  return { busy: state === 'busy', failed: state === 'failed', run: () => { void run(); } };
};

const Table = ({ logs, busy }: { readonly logs: readonly LogEntry[]; readonly busy: boolean }) => {
  if (logs.length === 0) return <p className={styles['none']}>Nothing of this kind was noted in the last 14 days.</p>;
  return (
    <DataTable label="Debug logs" busy={busy} head={['Time', 'Level', 'Kind', 'Account', 'Detail']}>
      {logs.map((entry) => <Row key={entry.id} {...entry} />)}
    </DataTable>
  );
};

/** What happened on the server: who was refused, what failed, who changed what. Never what somebody wrote. */
export const DebugLogsTab = () => {
  const [filter, setFilter] = useState<Filter>({ level: '', kind: '' });
  const [live, setLive] = useState(false);
  const { logs, isError, busy, refresh } = useDebugLogs(filter, live);
  const exporting = useExport(filter);
  return (
    <>
      <div className={styles['bar']}>
        <Filters filter={filter} onFilter={setFilter} live={live} onLive={setLive} />
        <div className={styles['buttons']}>
          <Button icon={<RotateCw />} busy={busy} onClick={refresh}>Refresh</Button>
          <Button icon={<Download />} busy={exporting.busy} onClick={exporting.run}>Export</Button>
        </div>
      </div>
      {exporting.failed ? <Notice tone="danger">The logs could not be exported. Please try again.</Notice> : null}
      {isError ? <Notice tone="danger" action={<Button size="s" busy={busy} onClick={refresh}>Try again</Button>}>Failed to load the logs</Notice> : null}
      {!logs && !isError ? <Skeleton lines={10} label="Loading the logs" /> : null}
      {logs ? <Table logs={logs} busy={busy && !live} /> : null}
    </>
  );
};
