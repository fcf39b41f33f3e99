import { groupChats, rowDate } from '../../../../web/features/history/group-chats.ts';
import { aChat, NOW } from '../../support/builders.ts';

const groupsOf = (...daysAgo: number[]) =>
  groupChats(
    daysAgo.map((days) => aChat(`Chat ${days}`, days)),
    NOW,
  ).map(({ title, chats }) => `${title}: ${chats.length}`);

test('days turn at the reader’s midnight', () => {
  const justAfter = new Date(2026, 10, 21, 0, 5);
  const chat = aChat('Late', 0, { lastUpdated: new Date(2026, 10, 20, 23, 55).toISOString() });
  expect(groupChats([chat], justAfter)[0]?.title).toBe('Yesterday');
  expect(groupChats([chat], new Date(2026, 10, 20, 23, 59))[0]?.title).toBe('Today');
});

test('a week back is grouped, older chats stand under their month and year', () => {
  expect(groupsOf(0, 1, 2, 7, 8, 30, 400)).toEqual([
    'Today: 1',
    'Yesterday: 1',
    'Previous 7 days: 2',
    'November: 1',
    'October: 1',
    'October 2025: 1',
  ]);
});

test('a clock that runs behind the server still says today', () => {
  expect(groupsOf(-1)).toEqual(['Today: 1']);
});

test('a row shows the time today and the day before that', () => {
  expect(rowDate(NOW.toISOString(), NOW)).toMatch(/2:30/);
  expect(rowDate(new Date(2026, 9, 3).toISOString(), NOW)).toMatch(/Oct/);
});
