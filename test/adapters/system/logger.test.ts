import { createLogger } from '../../../src/adapters/system/logger.ts';

const aLog = () => {
  const lines: Record<string, unknown>[] = [];
  const clock = { now: 0 };
  const logs = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }, () => clock.now);
  return { logs, lines, clock };
};

test('a failure that repeats is a line a minute, which says how often it came', () => {
  const { logs, lines, clock } = aLog();
  const fail = (message: string) => logs.error('adding up', { error: new Error(message) });
  for (; clock.now < 90_000; clock.now += 2000) fail('disk full');
  expect(lines.map(({ msg, repeats }) => [msg, repeats])).toEqual([
    ['adding up', undefined],
    ['adding up', 29],
  ]);
  fail('no connection');
  expect(lines).toHaveLength(3);
  clock.now = -1; // the clock was set back
  fail('disk full');
  expect(lines).toHaveLength(4);
});

test('what a caller was told, and lines without an error, are all in the log', () => {
  const { logs, lines } = aLog();
  for (const id of ['a', 'b']) logs.error('POST /', { id, error: new Error('disk full') });
  for (let times = 0; times < 2; times += 1) logs.warn('the event loop is blocked');
  expect(lines).toHaveLength(4);
});

test('many different failures do not grow the memory: the oldest are told anew', () => {
  const { logs, lines } = aLog();
  for (let number = 0; number <= 200; number += 1) logs.error(`job ${number}`, { error: new Error('x') });
  for (const number of [200, 0]) logs.error(`job ${number}`, { error: new Error('x') });
  expect(lines).toHaveLength(202);
});
