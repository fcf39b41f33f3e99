import { extractArticle } from '../../../src/adapters/web-pages/extract-article.ts';
import { toDay } from '../../../src/domain/agents/publication-day.ts';

const dayOf = (head: string, body = '') =>
  extractArticle({
    html: `<html><head>${head}</head><body><p>Some words of a page.</p>${body}</body></html>`,
    url: 'https://a.example/',
    maxCharacters: 1000,
  })?.published;

test.each([
  [
    'JSON-LD',
    '<script type="application/ld+json">{"@graph":[{"datePublished": "2026-03-04T23:30:00-05:00"}]}</script>',
  ],
  ['Open Graph', '<meta property="article:published_time" content="2026-03-04">'],
  ['itemprop', '<meta itemprop="datePublished" content="2026-03-04">'],
  ['a journal', '<meta name="citation_publication_date" content="2026/03/04">'],
  ['a written date', '<meta name="date" content="4 March 2026">'],
])('the day of %s is that of the page', (_, head) => {
  expect(dayOf(head)).toBe('2026-03-04');
});

test('the time of an article is, but not one of a comment or a footer', () => {
  expect(dayOf('', '<article><time datetime="2026-03-04T10:00">4 March</time></article>')).toBe('2026-03-04');
  expect(dayOf('', '<footer><time datetime="2026-03-04">4 March</time></footer>')).toBeUndefined();
});

test.each(['', 'yesterday', '1815-06-18', '2999-01-01', '<b>', `2026-01-01${' '.repeat(80)}x`])(
  '%j is no day of a publication',
  (written) => {
    expect(toDay(written)).toBeUndefined();
  },
);

test('an address that a page gives itself is made whole, one that is none is left out', () => {
  const canonicalOf = (href: string) =>
    extractArticle({
      html: `<html><head><link rel="canonical" href="${href}"></head><body>Words</body></html>`,
      url: 'https://a.example/amp/x',
      maxCharacters: 100,
    })?.canonical;
  expect(canonicalOf('/x')).toBe('https://a.example/x');
  expect(canonicalOf('http://[bad')).toBeUndefined();
});
