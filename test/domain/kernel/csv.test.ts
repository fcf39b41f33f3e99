import { csvLine } from '../../../src/domain/kernel/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a;=1', '"a;=1"'],
  ['two\nlines', '"two\nlines"'],
  ['Größer 🥞', 'Größer 🥞'],
])('%j is written as %s', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('numbers stay numbers, what is missing is empty', () => {
  expect(csvLine([-1, true, null, 'x'])).toBe('-1,true,,x\r\n');
});
