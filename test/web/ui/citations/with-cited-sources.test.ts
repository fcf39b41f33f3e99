import { withCitedSources } from '../../../../web/ui/citations/with-cited-sources.ts';

const SOURCES = [
  { title: 'Yeast', url: 'https://yeast.example/' },
  { title: 'Salt', url: 'https://salt.example/' },
  { title: 'lease.pdf', url: 'file:f1' },
  { title: '', url: 'https://flour.example/a' },
];

test('the sources that a text cites stand below it, by their numbers', () => {
  expect(withCitedSources('Bread rises [1]. Flour [4, 3].\n', SOURCES)).toBe(
    'Bread rises [1]. Flour [4, 3].\n\n[1] Yeast https://yeast.example/\n[3] lease.pdf\n[4] https://flour.example/a',
  );
});

test('a text that cites none of them stays as it is', () => {
  expect(withCitedSources('An index `a[1]` and [9].\n', SOURCES)).toBe('An index `a[1]` and [9].\n');
  expect(withCitedSources('So it is [1].', [])).toBe('So it is [1].');
});
