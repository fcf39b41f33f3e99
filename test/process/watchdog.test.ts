import { HEARTBEAT_INTERVAL_MS, Heartbeat } from '../../src/process/heartbeat.ts';
import { Watchdog } from '../../src/process/watchdog.ts';

const watching = (endMs: number, counts = () => true) => {
  const heartbeat = new Heartbeat();
  const told: number[] = [];
  const ended: number[] = [];
  const watchdog = new Watchdog({
    heartbeat,
    timeoutMs: endMs,
    isActive: counts,
    onStall: (ms) => told.push(ms),
    onTimeout: (ms) => ended.push(ms),
  });
  const looks = (count: number, sinceMs = HEARTBEAT_INTERVAL_MS) => {
    for (let look = 0; look < count; look += 1) watchdog.check(sinceMs);
  };
  heartbeat.beat();
  looks(1);
  return { heartbeat, told, ended, looks };
};

test('a stall is told once, when it has lasted two seconds, and is counted with its whole length', () => {
  const { heartbeat, told, ended, looks } = watching(30_000);
  looks(3);
  expect(told).toEqual([]);
  looks(20);
  expect([told, ended, heartbeat.stalls]).toEqual([[2000], [], { count: 1, ms: 11_500 }]);
  heartbeat.beat();
  looks(4);
  expect(told).toHaveLength(1);
  looks(1);
  expect([told, heartbeat.stalls]).toEqual([[2000, 2000], { count: 2, ms: 13_500 }]);
});

test('an event loop that beats is left alone, however long the process lives', () => {
  const { heartbeat, told, ended, looks } = watching(3000);
  for (let beat = 0; beat < 1000; beat += 1) {
    looks(3);
    heartbeat.beat();
    looks(1);
  }
  expect([told, ended, heartbeat.stalls]).toEqual([[], [], { count: 0, ms: 0 }]);
});

test('the end is called after the time that was set, and never with 0', () => {
  const { ended, looks } = watching(30_000);
  looks(59);
  expect(ended).toEqual([]);
  looks(1);
  expect(ended).toEqual([30_000]);
  const never = watching(0);
  never.looks(10_000);
  expect([never.told, never.ended]).toEqual([[2000], []]);
});

test('a time in which nobody could run, the machine asleep or the process stopped, is no stall', () => {
  const { heartbeat, told, ended, looks } = watching(30_000);
  for (let nap = 0; nap < 50; nap += 1) {
    looks(1, 3_600_000);
    heartbeat.beat();
    looks(2);
  }
  expect([told, ended, heartbeat.stalls]).toEqual([[], [], { count: 0, ms: 0 }]);
});

test('a thread that waits for a debugger is left alone', () => {
  let debugged = true;
  const { told, ended, looks } = watching(3000, () => !debugged);
  looks(1000);
  expect([told, ended]).toEqual([[], []]);
  debugged = false;
  looks(6);
  expect([told, ended]).toEqual([[2000], [3000]]);
});
