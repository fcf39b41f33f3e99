import { csvLine } from '../../../src/domain/kernel/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－2', "'－2"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a;=1', '"a;=1"'],
  ['two\nlines', '"two\nlines"'],
  ['Größer 🥞', 'Größer 🥞'],
])('%j is written as %s', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test.each([
  ['-P7UxQ0v3kLm9_aBcDeFg', '-P7UxQ0v3kLm9_aBcDeFg'],
  ['-P7UxQ0v3kLm9_aBcDeF(', "'-P7UxQ0v3kLm9_aBcDeF("],
  ['-2+cmd', "'-2+cmd"],
  ['=P7UxQ0v3kLm9_aBcDeFg', "'=P7UxQ0v3kLm9_aBcDeFg"],
])('the id %j is written as %s: one that the server made stays as it is', (id, written) => {
  expect(csvLine([{ id }])).toBe(`${written}\r\n`);
});

test('a text in the form of an id is still a text', () => {
  expect(csvLine(['-P7UxQ0v3kLm9_aBcDeFg'])).toBe("'-P7UxQ0v3kLm9_aBcDeFg\r\n");
});

test('numbers stay numbers, what is missing is empty', () => {
  expect(csvLine([-1, true, null, 'x'])).toBe('-1,true,,x\r\n');
});
