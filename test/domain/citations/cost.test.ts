import { checkCitations } from '../../../src/domain/citations/check-citations.ts';
import { scoreSupport } from '../../../src/domain/citations/score.ts';
import { SourceIndex } from '../../../src/domain/citations/source-index.ts';
import { tokenize } from '../../../src/domain/citations/tokenize.ts';
import { expectLinear } from '../../support/expect-linear.ts';

const check = (claim: string, text: string) =>
  checkCitations(`${claim} [1].`, [{ number: 1, title: 'x', snippet: '', text }]);

/** Sources and claims of what a claim is compared by, as often as a passage has room for it. */
describe('a claim of a thousand things is compared in time in proportion to its length', () => {
  test.each([
    '7 x ',
    'rise fall ',
    'Tower the ',
    'not rise ',
    'tower ',
    'second best ',
    'A x and ',
    '3-1 ',
    'half full ',
  ])('%j', async (item) => {
    const text = `${item.repeat(280 / item.length)}.\n`.repeat(8);
    await expectLinear({ size: 7, make: (size) => item.repeat(size), run: (claim) => check(claim, text) });
  });

  test.each([
    ['shares of what is stated', '% ', '7 euros 3 % '],
    ['differences of what is stated', ' euros ', '7 euros 9 euros '],
  ])('%s', async (_, unit, stated) => {
    const make = (size: number) => `the sea ${Array.from({ length: size }, (__, at) => `${at}.5${unit}`).join('x ')}`;
    const text = `the sea ${stated.repeat(270 / stated.length)}.\n`.repeat(3);
    await expectLinear({ size: 40, make, run: (claim) => check(claim, text) });
  });
});

test('a number of more digits than a computer counts is a number', async () => {
  const list = Array.from({ length: 60 }, (_, at) => 101 + at).join(' ');
  const { marks } = await check(`The rooms are ${list}`, `The rooms are ${list}. Room 101 is on the first floor.`);
  expect(marks[0]?.supported).toBe(true);
});

test('a number of a claim is compared with a source once, though rules and prompts of models look for it', () => {
  let comparisons = 0;
  const tokens = tokenize('The tower has 1665 steps', 'en');
  const counting = {
    ...tokens,
    numbers: tokens.numbers.map(({ values, ...number }) => ({
      ...number,
      get values() {
        comparisons += 1;
        return values;
      },
    })),
  };
  const text = 'Every tower has 1200 steps. '.repeat(20) + 'This one has 1665 steps.';
  const source = new SourceIndex({ number: 1, title: 'x', snippet: '', text });
  scoreSupport(counting, source, 'en');
  expect(comparisons).toBeGreaterThan(20);
  comparisons = 0;
  expect(source.rank(counting)).toContain(source.passages.length - 1);
  expect(comparisons).toBe(0);
});
