import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { downloadFile } from '../../../state/download-file.ts';
import { useAppStore } from '../../../state/store.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import styles from './debug-logs.module.css';
import { AccountId } from '../shared/account-id.tsx';
import { dateFormat } from '../shared/intl.ts';
import { exportLogs, type LogEntry } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
import { useDebugLogs, type LogFilter } from './use-debug-logs.ts';

const LEVELS = ['', 'info', 'warn', 'error'] as const;
const LEVEL_LABELS: Readonly<Record<(typeof LEVELS)[number], UsersTextKey>> = {
  '': 'allLevels',
  info: 'levelInfo',
  warn: 'levelWarn',
  error: 'levelError',
};
const KINDS = ['', 'limit hit', 'provider error', 'payment', 'admin change', 'override', 'refused admin call'] as const;
const KIND_LABELS: Readonly<Record<(typeof KINDS)[number], UsersTextKey>> = {
  '': 'allKinds',
  'limit hit': 'kindLimit',
  'provider error': 'kindProvider',
  payment: 'kindPayment',
  'admin change': 'kindChange',
  override: 'kindOverride',
  'refused admin call': 'kindRefused',
};
const SEARCH_DEBOUNCE_MS = 300;

const TONES = { info: 'quiet', warn: 'warning', error: 'danger' } as const;

const TIME_FORMAT = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
} as const;

const LogRow = ({ time, level, kind, uid, maskedEmail, detail }: LogEntry) => {
  const t = useUsersTranslations();
  return (
    <tr>
      <td className={styles['time']}>
        <time dateTime={time}>{dateFormat(TIME_FORMAT).format(new Date(time))}</time>
      </td>
      <td>
        <Badge tone={TONES[level]}>{t(LEVEL_LABELS[level])}</Badge>
      </td>
      <td className={styles['kind']}>{t(KIND_LABELS[kind])}</td>
      <td className={styles['who']}>
        {maskedEmail ?? ''}
        {uid ? <AccountId id={uid} /> : null}
      </td>
      <td className={styles['detail']} dir="auto" data-wide>
        {detail}
      </td>
    </tr>
  );
};

interface FiltersProps {
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
}

const Filters = ({ filter, onFilter, live, onLive }: FiltersProps) => {
  const t = useUsersTranslations();
  return (
    <>
      <TextField
        label={t('logText')}
        type="search"
        maxLength={200}
        autoComplete="off"
        value={filter.text}
        onText={(text) => onFilter({ ...filter, text })}
      />
      <TextField
        label={t('logPerson')}
        type="search"
        maxLength={200}
        autoComplete="off"
        value={filter.person}
        onText={(person) => onFilter({ ...filter, person })}
      />
      <SelectField
        label={t('level')}
        value={filter.level}
        onText={(text) => onFilter({ ...filter, level: LEVELS.find((level) => level === text) ?? '' })}
        options={LEVELS.map((level) => [level, t(LEVEL_LABELS[level])])}
      />
      <SelectField
        label={t('kind')}
        value={filter.kind}
        onText={(text) => onFilter({ ...filter, kind: KINDS.find((kind) => kind === text) ?? '' })}
        options={KINDS.map((kind) => [kind, t(KIND_LABELS[kind])])}
      />
      <div className={styles['live']}>
        <span aria-hidden="true">{t('liveTail')}</span>
        <Switch label={t('liveTail')} checked={live} onChange={onLive} />
      </div>
    </>
  );
};

/** Saves the filtered logs as JSON lines. */
const useExport = (filter: LogFilter) => {
  const store = useAppStore();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const run = async (): Promise<void> => {
    setState('busy');
    const failure = await downloadFile(store, exportLogs({ query: filter }).path, 'debug-logs.jsonl');
    setState(failure ? 'failed' : 'idle');
  };
  return { state, run: () => void run() };
};

const LogTable = ({ logs, busy }: { readonly logs: readonly LogEntry[]; readonly busy: boolean }) => {
  const t = useUsersTranslations();
  if (logs.length === 0) return <p className={styles['none']}>{t('noLogs')}</p>;
  return (
    <DataTable
      label={t('logs')}
      busy={busy}
      head={[t('headTime'), t('level'), t('kind'), t('headAccount'), t('headDetail')]}
    >
      {logs.map((entry) => (
        <LogRow key={entry.id} {...entry} />
      ))}
    </DataTable>
  );
};

/** The server's event log. It has no message texts. */
export const DebugLogsTab = () => {
  const t = useUsersTranslations();
  const [filter, setFilter] = useState<LogFilter>({ level: '', kind: '', text: '', person: '' });
  const text = useDebouncedValue(filter.text.trim(), SEARCH_DEBOUNCE_MS);
  const person = useDebouncedValue(filter.person.trim(), SEARCH_DEBOUNCE_MS);
  const applied = { ...filter, text, person };
  const [live, setLive] = useState(false);
  const { query, logs, refresh, older } = useDebugLogs(applied, live);
  const exporting = useExport(applied);
  return (
    <>
      <div className={styles['bar']}>
        <Filters filter={filter} onFilter={setFilter} live={live} onLive={setLive} />
        <div className={styles['buttons']}>
          <Button icon={<RotateCw />} busy={query.isFetching} onClick={refresh}>
            {t('refresh')}
          </Button>
          <Button icon={<Download />} busy={exporting.state === 'busy'} onClick={exporting.run}>
            {t('export')}
          </Button>
        </div>
      </div>
      {exporting.state === 'failed' ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
      <LoadState query={query} lines={10} loading={t('logsLoading')} failed={t('logsFailed')} />
      {logs ? <LogTable logs={logs} busy={query.isFetching && !live} /> : null}
      {older.hasFailed ? <Notice tone="danger">{t('logsFailed')}</Notice> : null}
      {logs && logs.length > 0 && !older.isEnd ? (
        <Button className={styles['older']} busy={older.busy} onClick={older.fetch}>
          {t('olderLogs')}
        </Button>
      ) : null}
    </>
  );
};
