import { MEGABYTE_RANGE } from '../../../../../src/shared/settings/fields.ts';
import { findNumberProblem, readNumber } from '../../../../../web/features/admin/shared/number-text.ts';

const GRACE = { min: 0, max: 1000, step: 1 };
const A_DAY = { min: 1, max: 10, step: 1 };

/* That each tab asks this of what is typed: numbers.test.tsx. */
test.each([
  ['abc', GRACE, 'Enter a number'],
  [' ', GRACE, 'Enter a number'],
  ['2.7', GRACE, 'Must be a whole number'],
  ['1.000', GRACE, 'Must be a whole number'],
  ['-1', GRACE, 'Must be at least 0'],
  ['1001', GRACE, 'Must be at most 1,000'],
  ['0', A_DAY, 'Must be at least 1'],
  ['11', A_DAY, 'Must be at most 10'],
  ['1e3', MEGABYTE_RANGE, 'Enter a number'],
])('of %j in %j is said: %s', (text, range, problem) => {
  expect([findNumberProblem(text, range), readNumber(text, range)]).toEqual([problem, Number.NaN]);
});

test('a number of the range is one, with spaces around it and in digits of other scripts', () => {
  expect([' 12 ', '０７', '٣٠'].map((text) => [findNumberProblem(text, GRACE), readNumber(text, GRACE)])).toEqual([
    [null, 12],
    [null, 7],
    [null, 30],
  ]);
});
