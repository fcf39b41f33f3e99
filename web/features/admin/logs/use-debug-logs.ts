import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../../../state/store.ts';
import { adminApi, type LogEntry, type LogQuery } from '../shared/admin-api.ts';

const TAIL_INTERVAL_MS = 3000;
const PAGE_SIZE = 200;

export interface LogFilter {
  readonly level: NonNullable<LogQuery['level']>;
  readonly kind: NonNullable<LogQuery['kind']>;
  readonly text: string;
  readonly person: string;
}

const isSameFilter = (a: LogFilter, b: LogFilter): boolean =>
  a.level === b.level && a.kind === b.kind && a.text === b.text && a.person === b.person;

/** What came to the first page afterwards: later entries before it and earlier ones after it. */
interface MorePages {
  readonly filter: LogFilter;
  /** The first page. */
  readonly base: unknown;
  readonly newer: readonly LogEntry[];
  readonly older: readonly LogEntry[];
  readonly isEnd: boolean;
}

/** The newest log entries, and earlier ones page by page. While `live`, polls for newer ones only. */
export const useDebugLogs = (filter: LogFilter, live: boolean) => {
  const dispatch = useAppDispatch();
  const query = adminApi.useDebugLogsQuery({ ...filter, limit: PAGE_SIZE }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  const [pages, setPages] = useState<MorePages | null>(null);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const none = { filter, base: data, newer: [], older: [], isEnd: data !== undefined && data.logs.length < PAGE_SIZE };
  const isCurrent = pages !== null && isSameFilter(pages.filter, filter) && pages.base === data;
  const more: MorePages = isCurrent ? pages : none;
  const logs = data && [...more.newer, ...data.logs, ...more.older];
  const fetchPage = async (from: Pick<LogQuery, 'since' | 'before'>): Promise<readonly LogEntry[] | null> => {
    const { data: page } = await dispatch(
      adminApi.endpoints.debugLogs.initiate(
        { ...filter, limit: PAGE_SIZE, ...from },
        { forceRefetch: true, subscribe: false },
      ),
    );
    return page?.logs ?? null;
  };
  /** Not where the filter was changed while the page came. */
  const extend = (change: (pages: MorePages) => MorePages): void =>
    setPages((current) =>
      change(current && isSameFilter(current.filter, filter) && current.base === data ? current : more),
    );
  const fetchNewer = useEffectEvent(async () => {
    const since = logs?.[0]?.id;
    const page = (await fetchPage(since === undefined ? {} : { since })) ?? [];
    const fresh = page.filter(({ id }) => (logs ?? []).every((entry) => entry.id !== id));
    if (fresh.length > 0) extend((current) => ({ ...current, newer: [...fresh, ...current.newer] }));
  });
  const fetchOlder = async (): Promise<void> => {
    const before = logs?.at(-1)?.id;
    if (before === undefined) return;
    setLoadingOlder(true);
    const page = await fetchPage({ before });
    setLoadingOlder(false);
    if (page === null) return;
    extend((current) => ({ ...current, older: [...current.older, ...page], isEnd: page.length < PAGE_SIZE }));
  };
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      void fetchNewer();
    }, TAIL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [live]);
  const refetch = (): void => {
    setPages(null);
    void query.refetch();
  };
  return {
    query: { ...query, refetch },
    logs,
    refresh: refetch,
    older: { isEnd: more.isEnd, busy: isLoadingOlder || query.isFetching, fetch: () => void fetchOlder() },
  };
};
