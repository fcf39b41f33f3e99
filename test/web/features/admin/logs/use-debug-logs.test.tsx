import { jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';

import { useDebugLogs } from '../../../../../web/features/admin/logs/use-debug-logs.ts';
import { createStore } from '../../../../../web/state/store.ts';
import { aLog } from '../../../support/admin.ts';
import { NOW } from '../../../support/builders.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';

const PATH = '/api/admin/debug-logs';
const FILTER = { level: '', kind: '', text: '', person: '' } as const;

/** The newest has the number `newest`. */
let newest: number;
const logsTo = (to: number, from: number) => Array.from({ length: to - from + 1 }, (_, at) => aLog(to - at));

let server: FakeServer;
beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  newest = 200;
  server = new FakeServer()
    .on('GET', PATH, ({ query }) => {
      const since = Number(query.get('since') ?? 0);
      const to = Number(query.get('before') ?? newest + 1) - 1;
      return answer({ logs: logsTo(to, Math.max(since + 1, to - 199)) });
    })
    .install();
});
afterEach(() => {
  jest.useRealTimers();
  server.restore();
});

const start = async () => {
  const { store } = createStore(NOW);
  const wrapper = ({ children }: { readonly children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useDebugLogs(FILTER, true), { wrapper });
  await waitFor(() => expect(result.current.logs).toHaveLength(200));
  const ids = () => (result.current.logs ?? []).map(({ id }) => Number(id));
  const arrive = async (count: number) => {
    newest += count;
    await act(() => jest.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(ids()[0]).toBe(newest));
  };
  return { result, ids, arrive };
};

const hasGap = (ids: readonly number[]): boolean => ids.some((id, at) => at > 0 && id !== (ids[at - 1] ?? 0) - 1);

test('a tail that runs for long stays as small, and what it dropped is a page again', async () => {
  const { result, ids, arrive } = await start();
  for (let polls = 0; polls < 6; polls += 1) await arrive(150);
  expect([ids().length, ids().at(-1), hasGap(ids())]).toEqual([1000, 101, false]);
  expect(result.current.older.isEnd).toBe(false);
  act(() => result.current.older.fetch());
  await waitFor(() => expect(ids().at(-1)).toBe(1));
  expect([hasGap(ids()), result.current.older.isEnd]).toEqual([false, true]);
  await arrive(10);
  expect([ids().length, hasGap(ids())]).toEqual([1100, false]);
});

test('more than a page at once begins the list anew: nothing is missing in it', async () => {
  const { ids, arrive } = await start();
  await arrive(450);
  expect([ids().length, hasGap(ids())]).toEqual([200, false]);
});
