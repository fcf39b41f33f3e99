import { foldSources } from '../../../../web/ui/citations/fold-sources.ts';

const sources = (count: number): string[] => Array.from({ length: count }, (_, at) => `source ${at + 1}`);
const numbers = (list: readonly { readonly number: number }[]): number[] => list.map(({ number }) => number);

test('a short list is shown whole, in its order', () => {
  const { shown, folded } = foldSources(sources(8), 'It is so [7].');
  expect(numbers(shown)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(folded).toEqual([]);
});

test('of a long list those that the text cites are shown, with their numbers, and the rest is folded', () => {
  const { shown, folded } = foldSources(sources(48), 'It is so [44]. And so [3, 5-6], as `[9]` says [99].');
  expect(shown.map(({ source, number }) => [source, number])).toEqual([
    ['source 3', 3],
    ['source 5', 5],
    ['source 6', 6],
    ['source 44', 44],
  ]);
  expect(folded).toHaveLength(44);
});

test('where nothing is cited a few are shown', () => {
  expect(numbers(foldSources(sources(20), 'So it is.').shown)).toEqual([1, 2, 3]);
});
