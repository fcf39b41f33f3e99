import { runEvery } from '../../../src/domain/kernel/run-every.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { until } from '../chat/harness.ts';

test('work runs after each interval, a failure is reported and followed by the next run, and an abort ends it', async () => {
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
