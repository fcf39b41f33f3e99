import { RemoveOldUsage } from '../../src/domain/operations/remove-old-usage.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { InMemoryJobLocks } from '../fakes/payments.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Records of which so many are old. */
const records = (old: number) => {
  const asked: number[] = [];
  return {
    asked,
    left: () => old,
    removeBefore: async (before: number, limit: number) => {
      asked.push(before);
      const removed = Math.min(old, limit);
      old -= removed;
      return removed;
    },
  };
};

const world = (days: number, ...old: number[]) => {
  const clock = new FixedClock();
  const stores = old.map(records);
  const lines: string[] = [];
  const job = new RemoveOldUsage({
    stores,
    days,
    jobLocks: new InMemoryJobLocks(),
    clock,
    done: (line) => lines.push(line),
    failed: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  return { clock, stores, lines, job };
};

test('records older than the retention go once a day, in small steps, and the log says how many', async () => {
  const { clock, stores, lines, job } = world(31, 1200, 3);
  const abort = new AbortController();
  const start = clock.now();
  const ended = job.execute(abort.signal);
  await clock.advance(HOUR_MS + 1000);
  expect(stores.map(({ left }) => left())).toEqual([0, 0]);
  expect(stores[0]?.asked[0]).toBe(start + HOUR_MS - 31 * DAY_MS);
  expect(lines).toEqual(['1203 records of usage that were older than 31 days (USAGE_RETENTION_DAYS) are removed']);
  await clock.advance(DAY_MS);
  expect(lines).toHaveLength(1);
  abort.abort();
  await ended;
});

test('with 0 days everything stays', async () => {
  const { clock, stores, job } = world(0, 5);
  await job.execute(new AbortController().signal);
  await clock.advance(2 * DAY_MS);
  expect(stores[0]?.asked).toEqual([]);
});
