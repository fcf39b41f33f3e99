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
