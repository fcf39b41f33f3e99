import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../../state/store.ts';
import { peopleApi, type LogEntry, type LogQuery } from './people-api.ts';

/** How often the tail asks for what is new, in milliseconds. */
const TAIL_MS = 3000;
/** As many as the server ever tells; older ones make room. */
const MOST = 200;

export type Filter = Required<Pick<LogQuery, 'level' | 'kind'>>;

const sameFilter = (a: Filter, b: Filter): boolean => a.level === b.level && a.kind === b.kind;

/** The newest events under a filter. While the tail is on, new ones come by themselves, without asking for the old again. */
export const useDebugLogs = (filter: Filter, live: boolean) => {
  const dispatch = useAppDispatch();
  const { data, isError, isFetching, refetch } = peopleApi.useDebugLogsQuery(
    { ...filter, limit: MOST },
    { refetchOnMountOrArgChange: true },
  );
  const [grown, setGrown] = useState<{ filter: Filter; base: unknown; logs: readonly LogEntry[] } | null>(null);
  const isGrown = grown !== null && sameFilter(grown.filter, filter) && grown.base === data;
  const logs = isGrown ? grown.logs : data?.logs;
  const more = useEffectEvent(async () => {
    const known = logs ?? [];
    const since = known[0]?.id;
    const { data: told } = await dispatch(
      peopleApi.endpoints.debugLogs.initiate(
        { ...filter, limit: MOST, ...(since ? { since } : {}) },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (!told || told.logs.length === 0) return;
    const fresh = told.logs.filter(({ id }) => known.every((entry) => entry.id !== id));
    setGrown({ filter, base: data, logs: [...fresh, ...known].slice(0, MOST) });
  });
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      void more();
    }, TAIL_MS);
    return () => clearInterval(timer);
  }, [live]);
  return {
    logs,
    isError,
    busy: isFetching,
    refresh: () => {
      setGrown(null);
      void refetch();
    },
  };
};
