import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../../../state/store.ts';
import { adminApi, type LogEntry, type LogQuery } from '../shared/admin-api.ts';

const TAIL_INTERVAL_MS = 3000;
const PAGE_SIZE = 200;
/** Entries up to which the live tail grows; more stay where the reader has loaded more. */
const MAX_TAIL = 1000;

export interface LogFilter {
  readonly level: NonNullable<LogQuery['level']>;
  readonly kind: NonNullable<LogQuery['kind']>;
  readonly text: string;
  readonly person: string;
}

const isSameFilter = (a: LogFilter, b: LogFilter): boolean =>
  a.level === b.level && a.kind === b.kind && a.text === b.text && a.person === b.person;

/** The entries that are shown once more came than the first page. */
interface LoadedLogs {
  readonly filter: LogFilter;
  readonly firstPage: unknown;
  readonly logs: readonly LogEntry[];
  readonly isEnd: boolean;
}

/** New entries push out the earliest, which are a page to be loaded again: a tail that runs for days stays as small. */
const addNewer = (loaded: LoadedLogs, page: readonly LogEntry[]): LoadedLogs => {
  const known = new Set(loaded.logs.map(({ id }) => id));
  const logs = [...page.filter(({ id }) => !known.has(id)), ...loaded.logs];
  const limit = Math.max(MAX_TAIL, loaded.logs.length);
  // A full page leaves out what came between it and the ones before.
  if (page.length === PAGE_SIZE) return { ...loaded, logs: page, isEnd: false };
  return logs.length > limit ? { ...loaded, logs: logs.slice(0, limit), isEnd: false } : { ...loaded, logs };
};

const useFetchPage = (filter: LogFilter) => {
  const dispatch = useAppDispatch();
  return async (from: Pick<LogQuery, 'since' | 'before'>): Promise<readonly LogEntry[] | null> => {
    const { data: page } = await dispatch(
      adminApi.endpoints.debugLogs.initiate(
        { ...filter, limit: PAGE_SIZE, ...from },
        { forceRefetch: true, subscribe: false },
      ),
    );
    return page?.logs ?? null;
  };
};

const useTail = (live: boolean, fetchNewer: () => Promise<void>): void => {
  const onTime = useEffectEvent(fetchNewer);
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      onTime().catch(() => undefined);
    }, TAIL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [live]);
};

/** The newest log entries, and earlier ones page by page. While `live`, polls for newer ones only. */
export const useDebugLogs = (filter: LogFilter, live: boolean) => {
  const query = adminApi.useDebugLogsQuery({ ...filter, limit: PAGE_SIZE }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  const [loaded, setLoaded] = useState<LoadedLogs | null>(null);
  const [older, setOlder] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isCurrent = (it: LoadedLogs | null): it is LoadedLogs =>
    it !== null && isSameFilter(it.filter, filter) && it.firstPage === data;
  const firstLogs = data?.logs ?? [];
  const first = { filter, firstPage: data, logs: firstLogs, isEnd: firstLogs.length < PAGE_SIZE };
  const { logs, isEnd } = isCurrent(loaded) ? loaded : first;
  const fetchPage = useFetchPage(filter);
  /** Of another filter, chosen while the page came, nothing is seen. */
  const extend = (change: (loaded: LoadedLogs) => LoadedLogs): void =>
    setLoaded((current) => change(isCurrent(current) ? current : first));
  useTail(live, async () => {
    const since = logs[0]?.id;
    const page = (await fetchPage(since === undefined ? {} : { since })) ?? [];
    if (page.length > 0) extend((current) => addNewer(current, page));
  });
  const fetchOlder = async (): Promise<void> => {
    const before = logs.at(-1)?.id;
    if (before === undefined) return;
    setOlder('busy');
    const page = await fetchPage({ before });
    setOlder(page === null ? 'failed' : 'idle');
    if (page === null) return;
    // Those that were pushed out meanwhile would leave a gap.
    extend((current) =>
      current.logs.at(-1)?.id === before
        ? { ...current, logs: [...current.logs, ...page], isEnd: page.length < PAGE_SIZE }
        : current,
    );
  };
  const refetch = (): void => {
    setLoaded(null);
    setOlder('idle');
    void query.refetch();
  };
  return {
    query: { ...query, refetch },
    logs: data && logs,
    refresh: refetch,
    older: {
      isEnd,
      hasFailed: older === 'failed',
      busy: older === 'busy' || query.isFetching,
      fetch: () => void fetchOlder(),
    },
  };
};
