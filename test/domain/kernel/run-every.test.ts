import { Activity, IdleClock } from '../../../src/domain/kernel/activity.ts';
import { runEvery } from '../../../src/domain/kernel/run-every.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { until } from '../chat/harness.ts';

test('work runs after each interval, also after a reported failure, until an abort ends it', async () => {
  const clock = new FixedClock();
  const abort = new AbortController();
  const failures: unknown[][] = [];
  let runs = 0;
  const ended = runEvery(
    1000,
    'the work',
    { clock, failed: (...failure) => failures.push(failure) },
    abort.signal,
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('not yet');
    },
  );
  expect(runs).toBe(0);
  for (const count of [1, 2, 3]) {
    await until(() => clock.sleeping === 1);
    await clock.advance(1000);
    await until(() => runs === count);
  }
  expect(failures).toEqual([['the work', new Error('not yet')]]);
  await until(() => clock.sleeping === 1);
  abort.abort();
  await ended;
  expect(runs).toBe(3);
});

test('a process is in use as long as a call is open, and a minute longer', async () => {
  const clock = new FixedClock();
  const activity = new Activity(clock);
  await clock.advance(60_000);
  expect(activity.isIdle).toBe(true);
  const ends = [activity.begin(), activity.begin()];
  await clock.advance(600_000);
  expect(activity.isIdle).toBe(false);
  for (const end of [...ends, ...ends]) end();
  await clock.advance(59_999);
  expect(activity.isIdle).toBe(false);
  await clock.advance(1);
  expect(activity.isIdle).toBe(true);
});

test('a job polls a thirtieth as often in an unused process, and at once when somebody comes', async () => {
  const clock = new FixedClock();
  const activity = new Activity(clock);
  const stop = new AbortController();
  let runs = 0;
  const deps = { clock: new IdleClock(clock, activity), failed: () => undefined };
  const job = runEvery(1000, 'looking', deps, stop.signal, async () => void (runs += 1));
  await clock.advance(59_000);
  expect(runs).toBe(59);
  await clock.advance(95_000);
  expect(runs).toBe(62);
  activity.note();
  await until(() => runs === 63);
  await clock.advance(10_000);
  expect(runs).toBe(73);
  await clock.advance(90_000);
  stop.abort();
  await job;
});

test('what the end cuts off is no failure', async () => {
  const clock = new FixedClock();
  const ended = new AbortController();
  const failures: string[] = [];
  const deps = { clock, failed: (what: string) => void failures.push(what) };
  const running = runEvery(1000, 'the work', deps, ended.signal, async () => {
    ended.abort();
    throw new Error('The operation was aborted');
  });
  await clock.advance(1000);
  await running;
  expect(failures).toEqual([]);
});
