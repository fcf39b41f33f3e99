import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { useAppSelector } from '../../../state/store.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Select } from '../../../ui/forms/text-input.tsx';
import styles from './debug-logs.module.css';
import { exportLogs } from './export-logs.ts';
import { dateFormat } from '../shared/intl.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import type { LogEntry } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
import { useDebugLogs, type LogFilter } from './use-debug-logs.ts';

const LEVELS = ['', 'info', 'warn', 'error'] as const;
const LEVEL_LABELS: Readonly<Record<(typeof LEVELS)[number], UsersTextKey>> = {
  '': 'allLevels',
  info: 'levelInfo',
  warn: 'levelWarn',
  error: 'levelError',
};
const KINDS = ['', 'limit hit', 'provider error', 'admin change', 'override', 'refused admin call'] as const;
const KIND_LABELS: Readonly<Record<(typeof KINDS)[number], UsersTextKey>> = {
  '': 'allKinds',
  'limit hit': 'kindLimit',
  'provider error': 'kindProvider',
  'admin change': 'kindChange',
  override: 'kindOverride',
  'refused admin call': 'kindRefused',
};
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
        {uid ? <span>{uid}</span> : null}
      </td>
      <td className={styles['detail']} dir="auto">
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
      <Field label={t('level')}>
        {(control) => (
          <Select
            {...control}
            value={filter.level}
            onText={(text) => onFilter({ ...filter, level: LEVELS.find((level) => level === text) ?? '' })}
          >
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {t(LEVEL_LABELS[level])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('kind')}>
        {(control) => (
          <Select
            {...control}
            value={filter.kind}
            onText={(text) => onFilter({ ...filter, kind: KINDS.find((kind) => kind === text) ?? '' })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(KIND_LABELS[kind])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={styles['live']}>
        <span aria-hidden="true">{t('liveTail')}</span>
        <Switch label={t('liveTail')} checked={live} onChange={onLive} />
      </div>
    </>
  );
};

const useExport = (filter: LogFilter) => {
  const token = useAppSelector(({ session }) => session.token);
  const [state, setState] = useState<'calm' | 'busy' | 'failed'>('calm');
  const run = async (): Promise<void> => {
    setState('busy');
    setState((await exportLogs(token, filter)) ? 'calm' : 'failed');
  };
  return {
    busy: state === 'busy',
    failed: state === 'failed',
    run: () => {
      void run();
    },
  };
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

/** What happened on the server: who was refused, what failed, who changed what. Never what somebody wrote. */
export const DebugLogsTab = () => {
  const t = useUsersTranslations();
  const [filter, setFilter] = useState<LogFilter>({ level: '', kind: '' });
  const [live, setLive] = useState(false);
  const { logs, isError, busy, refresh } = useDebugLogs(filter, live);
  const exporting = useExport(filter);
  return (
    <>
      <div className={styles['bar']}>
        <Filters filter={filter} onFilter={setFilter} live={live} onLive={setLive} />
        <div className={styles['buttons']}>
          <Button icon={<RotateCw />} busy={busy} onClick={refresh}>
            {t('refresh')}
          </Button>
          <Button icon={<Download />} busy={exporting.busy} onClick={exporting.run}>
            {t('export')}
          </Button>
        </div>
      </div>
      {exporting.failed ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
      {isError ? (
        <LoadFailed busy={busy} onRetry={refresh}>
          {t('logsFailed')}
        </LoadFailed>
      ) : null}
      {!logs && !isError ? <Skeleton lines={10} label={t('logsLoading')} /> : null}
      {logs ? <LogTable logs={logs} busy={busy && !live} /> : null}
    </>
  );
};
