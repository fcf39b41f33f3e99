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
