import { SourceRegistry } from '../../../src/domain/agents/source-registry.ts';

const hitsOf = (topic: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://${topic}.example/${at}`,
    title: `${topic} ${at}`,
    snippet: '',
    content: '',
  }));

test('what a second search finds can be cited, though the first one found six pages', () => {
  const registry = new SourceRegistry({ messages: [], sources: 2 });
  registry.addSearch({ hits: hitsOf('rain', 8), images: [] });
  registry.addSearch({ hits: hitsOf('snow', 2), images: [] });
  const numbers = [...hitsOf('rain', 8), ...hitsOf('snow', 2)].map(({ url }) => registry.numberOf(url));
  expect(numbers).toEqual([3, 4, 5, 6, 7, 8, undefined, undefined, 9, 10]);
});

test('a reply has no more numbers than it can store', () => {
  const registry = new SourceRegistry({ messages: [], sources: 0 });
  for (const topic of ['rain', 'snow', 'hail', 'fog']) registry.addSearch({ hits: hitsOf(topic, 6), images: [] });
  expect(registry.stored.sources).toHaveLength(16);
});

const aPage = (url: string) => ({ url, title: 'One', text: 'It is so.', images: [] });

test('a page that is reached in several ways is one source', () => {
  const registry = new SourceRegistry({ messages: [], sources: 0 });
  registry.addPage(aPage('https://a.example/page'), 'https://short.example/1');
  registry.addPage(aPage('https://a.example/page'), 'https://a.example/page');
  registry.addPage(aPage('https://a.example/page'), 'https://short.example/2');
  expect(registry.stored.sources.map(({ url }) => url)).toEqual(['https://short.example/1']);
  const ways = ['https://short.example/1', 'https://a.example/page/', 'https://short.example/2'];
  expect(ways.map((url) => [registry.numberOf(url), registry.addressOf(url)])).toEqual(
    ways.map(() => [1, 'https://short.example/1']),
  );
});

const registryOf = () => new SourceRegistry({ messages: [], sources: 0 });
const hit = (url: string, content = '') => ({ url, title: 'T', snippet: '', content });
const NEWS =
  'The bridge over the river was opened by the mayor on a cold and windy morning in the spring of that year, before ' +
  'a crowd of two thousand people who had waited since the early hours.';

test.each([
  ['http', 'http://news.example/story'],
  ['a slash', 'https://news.example/story/'],
  ['www', 'https://www.news.example/story'],
  ['a phone', 'https://m.news.example/story'],
  ['tracking', 'https://news.example/story?utm_source=x&fbclid=1&gclid=2&srsltid=3#part'],
  ['AMP in the path', 'https://news.example/story/amp'],
  ['AMP before the path', 'https://news.example/amp/story'],
  ['AMP in the query', 'https://news.example/story?amp=1'],
  ['AMP in the host', 'https://amp.news.example/story'],
  ['the cache of AMP', 'https://news-example.cdn.ampproject.org/c/s/news.example/story'],
  ['the viewer of Google', 'https://www.google.com/amp/s/news.example/story'],
])('one article is one source, also with %s in its address', (_, url) => {
  const registry = registryOf();
  registry.addSearch({ hits: [hit('https://news.example/story')], images: [] });
  expect(registry.addSearch({ hits: [hit(url)], images: [] })).toEqual([]);
  expect(registry.numberOf(url)).toBe(1);
  expect(registry.addressOf(url)).toBe('https://news.example/story');
});

test.each([
  'https://news.example/story-2',
  'https://news.example/story?id=2',
  'https://other.example/story',
  'https://en.news.example/story',
  'https://news.example/amplifier',
  'https://news.example/Story',
])('%s is another page', (url) => {
  const registry = registryOf();
  registry.addSearch({ hits: [hit('https://news.example/story'), hit(url)], images: [] });
  expect(registry.numberOf(url)).toBe(2);
});

test('an address that a page gives itself counts within its site, so that it cannot pass for another', () => {
  const registry = registryOf();
  registry.addSearch({ hits: [hit('https://news.example/story'), hit('https://bank.example/terms')], images: [] });
  const page = { title: 'T', text: 'Words', images: [] };
  registry.addPage(
    { ...page, url: 'https://news.example/?p=7', canonical: 'https://news.example/story' },
    'https://news.example/?p=7',
  );
  registry.addPage(
    { ...page, url: 'https://evil.example/', canonical: 'https://bank.example/terms' },
    'https://evil.example/',
  );
  expect(registry.numberOf('https://news.example/?p=7')).toBe(1);
  expect(registry.numberOf('https://evil.example/')).toBe(3);
});

test('a copy of an article on another site is the same source; one that quotes it is not', () => {
  const registry = registryOf();
  registry.addSearch({ hits: [hit('https://agency.example/1', NEWS)], images: [] });
  registry.addSearch({ hits: [hit('https://paper.example/2', `${NEWS} Agency`)], images: [] });
  const readers = Array.from({ length: 80 }, (_, at) => `Reader ${at} wrote something else about ${at * 3}.`);
  const quoting = `${NEWS} ${readers.join(' ')}`;
  registry.addSearch({ hits: [hit('https://blog.example/3', quoting)], images: [] });
  expect(registry.numberOf('https://paper.example/2')).toBe(1);
  expect(registry.numberOf('https://blog.example/3')).toBe(2);
});

test('a page adds its day to the source that a search found without one', () => {
  const registry = registryOf();
  registry.addSearch({ hits: [hit('https://news.example/story')], images: [] });
  const page = { url: 'https://news.example/story', title: 'T', text: 'Words', images: [], published: '2026-03-04' };
  const events = registry.addPage(page, page.url);
  expect(events).toEqual([
    { type: 'sources', sources: [expect.objectContaining({ id: 's1', published: '2026-03-04' })] },
  ]);
  expect(registry.addPage(page, page.url)).toEqual([]);
  const [first] = registry.addSearch({ hits: [{ ...hit('https://b.example/'), published: '2026-01-01' }], images: [] });
  expect(first).toMatchObject({ sources: [{ published: '2026-01-01' }] });
});
