import { LANGUAGES, isLanguage } from '../../../web/lib/i18n/language.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { formatUpcoming, formatDay, formatWait } from '../../../web/lib/format-date.ts';

const NOW = new Date(2026, 10, 21, 14, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const clock = (hour: number, minute: number) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2026, 10, 21, hour, minute),
  );

test('a moment to come is told in the reader’s own day and hour', () => {
  expect(formatUpcoming(at(2026, 10, 21, 18, 0), NOW)).toBe(`in 4 hours (at ${clock(18, 0)})`);
  expect(formatUpcoming(at(2026, 10, 22, 1, 0), NOW)).toBe(`in 11 hours (tomorrow at ${clock(1, 0)})`);
  expect(formatUpcoming(at(2026, 11, 1, 0, 0), NOW)).toBe(`in 9 days (on December 1 at ${clock(0, 0)})`);
});

test('tomorrow is found over the end of a year too', () => {
  expect(formatUpcoming(at(2027, 0, 1, 0, 0), new Date(2026, 11, 31, 23, 0))).toMatch(/^in 60 minutes \(tomorrow/);
});

test('what never comes, or cannot be read, has no words', () => {
  expect(formatUpcoming(null, NOW)).toBeNull();
  expect(formatUpcoming('soon', NOW)).toBeNull();
  expect(formatDay(null)).toBeNull();
  expect(formatDay(at(2026, 11, 21, 12, 0))).toBe('December 21, 2026');
});

test('what is over has no wait', () => {
  expect(formatUpcoming(at(2026, 10, 21, 14, 0), NOW)).toBe(`at ${clock(14, 0)}`);
});

describe('a wait is told in the largest unit that says it', () => {
  const MINUTE = 60_000;

  test.each([
    [1, 'in 1 second'],
    [45_000, 'in 45 seconds'],
    [90_000, 'in 90 seconds'],
    [90_001, 'in 2 minutes'],
    [3_449_000, 'in 58 minutes'],
    [90 * MINUTE, 'in 90 minutes'],
    [3 * 60 * MINUTE, 'in 3 hours'],
    [36 * 60 * MINUTE, 'in 36 hours'],
    [72 * 60 * MINUTE, 'in 3 days'],
  ])('%i ms: %s', (ms, text) => {
    expect(formatWait(ms)).toBe(text);
  });

  test.each(Object.keys(LANGUAGES).filter(isLanguage))('in %s, and never in more than 90 seconds', async (language) => {
    await setLanguage(language);
    const numbers = new Intl.NumberFormat(language);
    const seconds = new Intl.RelativeTimeFormat(language).format(3449, 'second');
    expect(formatWait(3_449_000)).toContain(numbers.format(58));
    expect(formatWait(3_449_000)).not.toBe(seconds);
    await setLanguage('en');
  });
});
