import { DeletedData } from '../../src/domain/operations/ports.ts';
import { PurgeDeleted } from '../../src/domain/operations/purge-deleted.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { InMemoryJobLocks } from '../fakes/payments.ts';

const MINUTE_MS = 60_000;

class RecordingDeletedData extends DeletedData {
  readonly done: string[] = [];

  async truncateLog(): Promise<void> {
    this.done.push('log');
  }

  async *purgeIndexes(): AsyncGenerator<void, void> {
    for (const step of ['step 1', 'step 2']) {
      this.done.push(step);
      yield;
    }
  }
}

const world = () => {
  const data = new RecordingDeletedData();
  const clock = new FixedClock();
  const abort = new AbortController();
  const job = new PurgeDeleted(data, new InMemoryJobLocks(), clock, (what, error) => {
    throw new Error(what, { cause: error });
  });
  return { data, clock, abort, job };
};

test('the indexes are purged once a day, the log every minute', async () => {
  const { data, clock, abort, job } = world();
  const ended = job.execute(abort.signal);
  await clock.advance(3 * MINUTE_MS + 1000);
  expect(data.done).toEqual(['step 1', 'step 2', 'log', 'log', 'log']);
  await clock.advance(24 * 60 * MINUTE_MS);
  expect(data.done.filter((one) => one === 'step 1')).toHaveLength(2);
  abort.abort();
  await ended;
});

test('a purge that the end of the process interrupts begins anew in the next one', async () => {
  const { data, clock, abort, job } = world();
  const ended = job.execute(abort.signal);
  await clock.advance(MINUTE_MS);
  abort.abort();
  await ended;
  expect(data.done).toEqual(['step 1']);
  const next = new AbortController();
  const again = job.execute(next.signal);
  await clock.advance(2 * MINUTE_MS);
  expect(data.done.slice(1, 4)).toEqual(['step 1', 'step 2', 'log']);
  next.abort();
  await again;
});

test('a purge that fails is reported, and tried again after an hour', async () => {
  const { data, clock, abort } = world();
  const failures: unknown[] = [];
  const purgeIndexes = data.purgeIndexes.bind(data);
  let tries = 0;
  data.purgeIndexes = () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is full');
    return purgeIndexes();
  };
  const job = new PurgeDeleted(data, new InMemoryJobLocks(), clock, (_, error) => failures.push(error));
  const ended = job.execute(abort.signal);
  await clock.advance(30 * MINUTE_MS);
  expect([tries, failures]).toEqual([1, [new Error('the disk is full')]]);
  await clock.advance(40 * MINUTE_MS);
  expect(tries).toBe(2);
  expect(data.done).toContain('step 2');
  abort.abort();
  await ended;
});
