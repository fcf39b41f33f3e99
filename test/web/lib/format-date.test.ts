import { formatUpcoming, formatDay } from '../../../web/lib/format-date.ts';

const NOW = new Date(2026, 10, 21, 14, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const clock = (hour: number, minute: number) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2026, 10, 21, hour, minute),
  );

test('a moment to come is told in the reader’s own day and hour', () => {
  expect(formatUpcoming(at(2026, 10, 21, 18, 0), NOW)).toBe(`at ${clock(18, 0)}`);
  expect(formatUpcoming(at(2026, 10, 22, 1, 0), NOW)).toBe(`tomorrow at ${clock(1, 0)}`);
  expect(formatUpcoming(at(2026, 11, 1, 0, 0), NOW)).toBe(`on December 1 at ${clock(0, 0)}`);
});

test('tomorrow is found over the end of a year too', () => {
  expect(formatUpcoming(at(2027, 0, 1, 0, 0), new Date(2026, 11, 31, 23, 0))).toMatch(/^tomorrow/);
});

test('what never comes, or cannot be read, has no words', () => {
  expect(formatUpcoming(null, NOW)).toBeNull();
  expect(formatUpcoming('soon', NOW)).toBeNull();
  expect(formatDay(null)).toBeNull();
  expect(formatDay(at(2026, 11, 21, 12, 0))).toBe('December 21, 2026');
});
