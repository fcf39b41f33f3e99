import type { ChatSummary } from '../../../../src/contract/chats.ts';
import { createListCutter } from '../../../../web/features/history/cut-list.ts';
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

describe('a list in parts', () => {
  const chats = Array.from({ length: 200 }, (_, at) => aChat(`Chat ${at}`));
  const inOneGroup = (list: readonly ChatSummary[]) => [{ title: 'Today', chats: list }];
  const partsOf = (cut: ReturnType<typeof createListCutter>, list: readonly ChatSummary[]) =>
    cut(inOneGroup(list)).flatMap(({ parts }) => parts);

  test('keeps all parts but those of what changed, however often a chat comes to the top', () => {
    const cut = createListCutter();
    let list: readonly ChatSummary[] = chats;
    let before = partsOf(cut, list);
    expect(partsOf(cut, [...list]).every((part, at) => part === before[at])).toBe(true);
    for (let turn = 0; turn < 60; turn += 1) {
      const moved = { ...aChat(`Chat ${150 - turn}`), title: 'Moved' };
      list = [moved, ...list.filter(({ id }) => id !== moved.id)];
      const parts = partsOf(cut, list);
      expect(parts.flat()).toEqual(list);
      expect(parts.filter((part) => !before.includes(part)).length).toBeLessThanOrEqual(4);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(40);
      before = parts;
    }
  });
});
