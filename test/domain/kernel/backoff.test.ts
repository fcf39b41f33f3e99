import { backoffMs } from '../../../src/domain/kernel/backoff.ts';

const delays = (policy: Parameters<typeof backoffMs>[0], random = () => 0.5) =>
  [1, 2, 3, 4].map((failures) => backoffMs(policy, failures, random));

test('each failure doubles the delay, up to its limit', () => {
  expect(delays({ baseMs: 100 })).toEqual([100, 200, 400, 800]);
  expect(delays({ baseMs: 100, maxMs: 300 })).toEqual([100, 200, 300, 300]);
});

test('jitter keeps the delay within its range', () => {
  const policy = { baseMs: 100, maxMs: 200, jitter: [0.5, 1.5] } as const;
  expect(delays(policy, () => 0)).toEqual([50, 100, 100, 100]);
  expect(delays(policy, () => 1)).toEqual([150, 300, 300, 300]);
});
