import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../../../state/store.ts';
import { adminApi, type LogEntry, type LogQuery } from '../shared/admin-api.ts';

/** How often the tail asks for what is new, in milliseconds. */
const TAIL_INTERVAL_MS = 3000;
/** As many as the server ever tells; older ones make room. */
const MAX_ENTRIES = 200;

export type LogFilter = Required<Pick<LogQuery, 'level' | 'kind'>>;

const sameFilter = (a: LogFilter, b: LogFilter): boolean => a.level === b.level && a.kind === b.kind;

/** The newest events under a filter. While the tail is on, new ones come by themselves, without asking for the old again. */
export const useDebugLogs = (filter: LogFilter, live: boolean) => {
  const dispatch = useAppDispatch();
  const { data, isError, isFetching, refetch } = adminApi.useDebugLogsQuery(
    { ...filter, limit: MAX_ENTRIES },
    { refetchOnMountOrArgChange: true },
  );
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
  return {
    logs,
    isError,
    busy: isFetching,
    refresh: () => {
      setAppended(null);
      void refetch();
    },
  };
};
