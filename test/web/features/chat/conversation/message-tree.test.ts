import type { Message } from '../../../../../src/contract/common.ts';
import {
  sortByTime,
  withoutRejected,
  mergeLocalTurns,
} from '../../../../../web/features/chat/conversation/message-tree.ts';
import { findLeafUnder, buildTurns, findSiblingVersion } from '../../../../../src/shared/message-tree.ts';

let clock = 0;
const turn = (id: string, parentId: string | null, of: Partial<Message> = {}): Message => ({
  id,
  parentId,
  role: id.startsWith('q') ? 'user' : 'assistant',
  content: id,
  timestamp: new Date(Date.UTC(2026, 0, 1) + (clock += 1000)).toISOString(),
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...of,
});

const TREE = [
  turn('q1', null),
  turn('a1', 'q1'),
  turn('q2', 'a1'),
  turn('a2', 'q2'),
  turn('a2b', 'q2'),
  turn('q2b', 'a1'),
  turn('a3', 'q2b'),
];
const shown = (leafId: string | null) =>
  buildTurns(TREE, leafId).map(({ message, versions: { index, count } }) => `${message.id} ${index}/${count}`);

test('the shown path runs from the first turn to the leaf and tells each turn its place among its versions', () => {
  expect(shown('a2')).toEqual(['q1 1/1', 'a1 1/1', 'q2 1/2', 'a2 1/2']);
  expect(shown('a3')).toEqual(['q1 1/1', 'a1 1/1', 'q2b 2/2', 'a3 1/1']);
});

test('without a leaf, or with one that is gone, the newest conversation is shown', () => {
  expect(shown(null).at(-1)).toBe('a3 1/1');
  expect(shown('gone').at(-1)).toBe('a3 1/1');
  expect(buildTurns([], null)).toEqual([]);
});

test('choosing a version shows the newest of what follows it', () => {
  expect(findSiblingVersion(TREE, 'q2b', -1)).toBe('q2');
  expect(findSiblingVersion(TREE, 'q2', -1)).toBeUndefined();
  expect(findSiblingVersion(TREE, 'a2b', 1)).toBeUndefined();
  expect(findLeafUnder(TREE, 'q2')).toBe('a2b');
  expect(findLeafUnder(TREE, 'a3')).toBe('a3');
});

test('a circle in the data ends instead of running for ever', () => {
  expect(buildTurns([turn('q1', 'a1'), turn('a1', 'q1')], 'a1')).toHaveLength(2);
  expect(findLeafUnder([turn('q1', 'a1'), turn('a1', 'q1')], 'q1')).toBeTruthy();
});

test('versions are ordered by time, whatever order they come in', () => {
  const [, , , a2, a2b] = TREE;
  const shown = TREE.filter((message) => message !== a2b && message !== a2);
  expect(buildTurns(sortByTime([...shown, ...(a2b ? [a2b] : [])], a2 ? [a2] : []), 'a2').at(-1)?.versions).toEqual({
    index: 1,
    count: 2,
  });
});

test('a turn of this page comes last, even when its clock is behind the server’s', () => {
  const late = turn('a9', 'q2', { timestamp: '1999-01-01T00:00:00.000Z' });
  expect(buildTurns(mergeLocalTurns(sortByTime(TREE, []), [late]), 'a9').at(-1)?.versions).toEqual({
    index: 3,
    count: 3,
  });
});

test('the page’s own turn counts until the server calls it final', () => {
  const mine = turn('a9', 'q1', { status: 'complete', content: 'all of it' });
  expect(
    mergeLocalTurns([turn('a9', 'q1', { status: 'streaming', content: 'part', replyId: 'r1' })], [mine])[0],
  ).toMatchObject({ content: 'all of it', status: 'complete', replyId: 'r1' });
  expect(mergeLocalTurns([turn('a9', 'q1', { content: 'stored' })], [mine])[0]).toMatchObject({ content: 'stored' });
  expect(mergeLocalTurns([TREE[0] as Message], [mine]).map(({ id }) => id)).toEqual(['q1', 'a9']);
});

test('what this page showed of an interrupted reply stands until the server has it', () => {
  const mine = turn('a9', 'q1', { status: 'interrupted', content: 'Half a thought' });
  const joined = (of: Partial<Message>) => mergeLocalTurns([turn('a9', 'q1', of)], [mine])[0]?.content;
  expect(joined({ status: 'interrupted', content: 'Half' })).toBe('Half a thought');
  expect(joined({ status: 'interrupted', content: 'Other' })).toBe('Other');
  expect(joined({ status: 'complete', content: 'Half' })).toBe('Half');
  expect(joined({ status: 'interrupted', content: 'Half a thought more' })).toBe('Half a thought more');
});

test('nothing follows a question that was turned away', () => {
  const refused = [turn('q1', null), turn('a1', 'q1'), turn('q2', 'a1'), turn('a2', 'q2', { status: 'error' })];
  expect(withoutRejected(refused).map(({ id }) => id)).toEqual(['q1', 'a1']);
  expect(withoutRejected(refused.slice(2))).toEqual([]);
  const failed = [turn('q1', null), turn('a1', 'q1', { status: 'error', replyId: 'r1' })];
  expect(withoutRejected(failed)).toHaveLength(2);
});

test('a conversation of 5 000 turns is put together in one pass', () => {
  const long = Array.from({ length: 5_000 }, (_, at) =>
    turn(`${at % 2 ? 'a' : 'q'}${at}`, at === 0 ? null : `${at % 2 ? 'q' : 'a'}${at - 1}`),
  );
  expect(buildTurns(long, 'a4999')).toHaveLength(5_000);
});
