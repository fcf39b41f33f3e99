import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../../../state/store.ts';
import { adminApi, type LogEntry, type LogQuery } from '../shared/admin-api.ts';

const TAIL_INTERVAL_MS = 3000;
/** The server returns no more; older entries are dropped. */
const MAX_ENTRIES = 200;

export type LogFilter = Required<Pick<LogQuery, 'level' | 'kind'>>;

const sameFilter = (a: LogFilter, b: LogFilter): boolean => a.level === b.level && a.kind === b.kind;

/** The newest log entries. While `live`, polls for newer ones only. */
export const useDebugLogs = (filter: LogFilter, live: boolean) => {
  const dispatch = useAppDispatch();
  const query = adminApi.useDebugLogsQuery({ ...filter, limit: MAX_ENTRIES }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  const refetch = (): void => {
    setAppended(null);
    void query.refetch();
  };
  const [appended, setAppended] = useState<{ filter: LogFilter; base: unknown; logs: readonly LogEntry[] } | null>(
    null,
  );
  const hasAppended = appended !== null && sameFilter(appended.filter, filter) && appended.base === data;
  const logs = hasAppended ? appended.logs : data?.logs;
  const fetchNewer = useEffectEvent(async () => {
    const existing = logs ?? [];
    const since = existing[0]?.id;
    const { data: page } = await dispatch(
      adminApi.endpoints.debugLogs.initiate(
        { ...filter, limit: MAX_ENTRIES, ...(since ? { since } : {}) },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (!page || page.logs.length === 0) return;
    const fresh = page.logs.filter(({ id }) => existing.every((entry) => entry.id !== id));
    setAppended({ filter, base: data, logs: [...fresh, ...existing].slice(0, MAX_ENTRIES) });
  });
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      void fetchNewer();
    }, TAIL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [live]);
  return { query: { ...query, refetch }, logs, refresh: refetch };
};
