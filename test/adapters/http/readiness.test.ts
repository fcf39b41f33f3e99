import { Readiness } from '../../../src/adapters/http/readiness.ts';
import { FixedClock } from '../../fakes/kernel.ts';

/** A check that answers when it is told to. */
const check = () => {
  const under: ((answer: boolean) => void)[] = [];
  return { under, run: () => new Promise<boolean>((resolve) => under.push(resolve)) };
};

test('all who ask meanwhile share one check, and the next one asks anew', async () => {
  const { under, run } = check();
  const readiness = new Readiness(run, new FixedClock());
  const asked = [readiness.isReady(), readiness.isReady(), readiness.isReady()];
  expect(under).toHaveLength(1);
  under[0]?.(true);
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  const later = readiness.isReady();
  expect(under).toHaveLength(2);
  under[1]?.(false);
  expect(await later).toBe(false);
});

test('a check that hangs is a no after two seconds, for later callers too, and is not repeated', async () => {
  const { under, run } = check();
  const clock = new FixedClock();
  const readiness = new Readiness(run, clock);
  const first = readiness.isReady();
  await clock.advance(1999);
  const second = readiness.isReady();
  await clock.advance(1);
  expect(await first).toBe(false);
  await clock.advance(1999);
  expect(await second).toBe(false);
  expect(under).toHaveLength(1);
});

test('a check that fails is a no', async () => {
  expect(await new Readiness(() => Promise.reject(new Error('gone')), new FixedClock()).isReady()).toBe(false);
});
