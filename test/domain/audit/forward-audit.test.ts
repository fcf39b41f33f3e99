import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { append } from '../../contracts/audit.ts';
import { CollectorRefused } from '../../../src/domain/audit/errors.ts';
import { ForwardAudit } from '../../../src/domain/audit/forward-audit.ts';
import { GetForwardState } from '../../../src/domain/audit/get-forward-state.ts';
import { behavesLikeForwardCheckpoints } from '../../contracts/forward-checkpoints.ts';
import { InMemoryAuditStore, InMemoryForwardCheckpoints, RecordingCollector } from '../../fakes/audit.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';

const MINUTE_MS = 60_000;

behavesLikeForwardCheckpoints('in memory', async () => new InMemoryForwardCheckpoints());

/** Processes with one database, one clock and one collector. */
const world = async (entries: number) => {
  const clock = new FixedClock();
  const store = new InMemoryAuditStore();
  const checkpoints = new InMemoryForwardCheckpoints();
  const collector = new RecordingCollector();
  const jobLocks = new InMemoryJobLocks();
  const failures: unknown[] = [];
  const add = async (count: number) => {
    for (let one = 0; one < count; one += 1) await append(store, { at: clock.now(), details: JSON.stringify({ one }) });
  };
  await add(entries);
  const startProcess = () => {
    const abort = new AbortController();
    const job = new ForwardAudit({
      store,
      checkpoints,
      collector,
      jobLocks,
      clock,
      errorDescriber: new KnownErrorDescriber(),
      failed: (_, error) => failures.push(error),
    });
    const ended = job.execute(abort.signal);
    return async () => {
      abort.abort();
      await ended;
    };
  };
  return {
    clock,
    store,
    checkpoints,
    collector,
    jobLocks,
    failures,
    add,
    startProcess,
    state: new GetForwardState(store, checkpoints, clock),
  };
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('everything is sent in order, in batches, once', async () => {
  const { clock, collector, startProcess, add, state } = await world(450);
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  expect(collector.batches.map(({ length }) => length)).toEqual([200, 200, 50]);
  await add(3);
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual(range(1, 453));
  expect(await state.execute()).toBe('Sent up to entry 453; nothing waits');
  await stop();
});

test('entries with long details go in smaller batches', async () => {
  const { clock, collector, store, startProcess } = await world(0);
  for (let count = 0; count < 100; count += 1) await append(store, { details: JSON.stringify('x'.repeat(7900)) });
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  expect(Math.max(...collector.batches.map(({ length }) => length))).toBeLessThan(40);
  expect(collector.sequences).toEqual(range(1, 100));
  await stop();
});

test('a batch that fails is sent again after a longer and longer time, and the admin sees it', async () => {
  const { clock, collector, failures, startProcess, add, state } = await world(2);
  let attempts = 0;
  collector.fail = () => {
    attempts += 1;
    return new CollectorRefused(503);
  };
  const stop = startProcess();
  await clock.advance(60 * MINUTE_MS);
  expect(attempts).toBeGreaterThan(5);
  expect(attempts).toBeLessThan(20);
  expect(failures).toHaveLength(attempts);
  await expect(state.execute()).rejects.toThrow(
    'Sent up to entry 0; 2 entries wait, the oldest for 60 minutes. The server did not take the entries: ' +
      'It has trouble of its own (503)',
  );
  collector.fail = undefined;
  await add(1);
  await clock.advance(11 * MINUTE_MS);
  expect(collector.sequences).toEqual([1, 2, 3]);
  expect(await state.execute()).toBe('Sent up to entry 3; nothing waits');
  await stop();
});

test('a restart goes on behind what was taken, and repeats what was not confirmed', async () => {
  const { clock, collector, startProcess, add } = await world(250);
  collector.fail = ([first]) => (first?.sequence === 201 ? new Error('away') : undefined);
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  await stop();
  expect(collector.sequences).toEqual(range(1, 200));
  collector.fail = undefined;
  await add(1);
  const stopAgain = startProcess();
  await clock.advance(11 * MINUTE_MS);
  expect(collector.sequences).toEqual(range(1, 251));
  await stopAgain();
});

test('of several processes one sends', async () => {
  const { clock, collector, startProcess, add } = await world(20);
  const stops = [startProcess(), startProcess(), startProcess()];
  for (let minute = 0; minute < 5; minute += 1) {
    await clock.advance(MINUTE_MS);
    await add(5);
  }
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual(range(1, 45));
  for (const stop of stops) await stop();
});

test('a process that hangs is replaced, and what it does later sets nothing back', async () => {
  const { clock, collector, jobLocks, startProcess } = await world(3);
  await jobLocks.acquire('audit-forwarding', clock.now(), clock.now() + 2 * MINUTE_MS); // by one that hangs
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual([]);
  await clock.advance(2 * MINUTE_MS);
  expect(collector.sequences).toEqual([1, 2, 3]);
  await stop();
});

test('entries that retention removed before they were sent are counted, and the admin sees it', async () => {
  const { clock, collector, store, startProcess, state } = await world(5);
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  for (let count = 0; count < 5; count += 1) await append(store, { at: clock.now() });
  const eighth = store.entries[7];
  if (!eighth) throw new Error('no entry');
  await store.removeThrough(eighth);
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual([...range(1, 5), 9, 10]);
  expect(await state.execute()).toBe(
    'Sent up to entry 10; nothing waits; 3 entries had reached the end of the retention before they could be sent',
  );
  await stop();
});

test('what was removed before forwarding began is not missing', async () => {
  const { clock, collector, store, startProcess, state } = await world(5);
  const third = store.entries[2];
  if (!third) throw new Error('no entry');
  await store.removeThrough(third);
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual([4, 5]);
  expect(await state.execute()).toBe('Sent up to entry 5; nothing waits');
  await stop();
});

test('a chain that was rewritten is sent again, so that the other side has both versions', async () => {
  const { clock, collector, store, startProcess, add } = await world(5);
  const stop = startProcess();
  await clock.advance(MINUTE_MS);
  const second = store.entries[1];
  if (!second) throw new Error('no entry');
  store.entries = store.entries.slice(0, 2);
  store.head = { sequence: 2, hash: second.hash };
  await append(store, { details: '{"of":"somebody else"}' });
  await clock.advance(MINUTE_MS);
  expect(collector.sequences).toEqual([...range(1, 5), 1, 2, 3]);
  await add(1);
  await clock.advance(MINUTE_MS);
  expect(collector.sequences.at(-1)).toBe(4);
  await stop();
});

test('nothing is sent anywhere without a collector', async () => {
  const { clock, store, checkpoints, jobLocks } = await world(1);
  const job = new ForwardAudit({
    store,
    checkpoints,
    collector: undefined,
    jobLocks,
    clock,
    errorDescriber: new KnownErrorDescriber(),
    failed: () => undefined,
  });
  await job.execute(new AbortController().signal);
  expect((await checkpoints.find()).sequence).toBe(0);
});
