import { InitialSearch } from '../../../src/domain/agents/initial-search.ts';
import { SourceRegistry } from '../../../src/domain/agents/source-registry.ts';
import { leansOnPrevious } from '../../../src/domain/retrieval/follow-up.ts';
import { FixedSearch } from '../../fakes/agents.ts';
import { FixedClock } from '../../fakes/kernel.ts';

const FRANCE = 'What is the latest minimum wage in France?';

const searchedFor = async (...asked: readonly string[]): Promise<readonly string[]> => {
  const search = new FixedSearch();
  const messages = asked.flatMap((content) => [
    { role: 'user', content } as const,
    { role: 'assistant', content: 'Some answer [1].' } as const,
  ]);
  const task = { question: asked.at(-1) ?? '', messages: messages.slice(0, -1), signal: new AbortController().signal };
  const events = new InitialSearch(search, new FixedClock(), leansOnPrevious).run(
    task,
    new SourceRegistry({ messages, sources: 0 }),
  );
  for await (const event of events) expect(event.type).not.toBe('text');
  return search.queries;
};

test('a question that says itself what it asks is searched for as it is', async () => {
  expect(await searchedFor(FRANCE)).toEqual([FRANCE]);
  expect(await searchedFor(FRANCE, 'Who won the world cup of chess in 2024?')).toEqual([
    'Who won the world cup of chess in 2024?',
  ]);
});

test('a question that goes on from another is searched for together with it', async () => {
  expect(await searchedFor(FRANCE, 'And in Germany?')).toEqual([`${FRANCE} And in Germany?`]);
  expect(await searchedFor(FRANCE, 'And in Germany?', 'And in Spain?')).toEqual([`${FRANCE} And in Spain?`]);
  expect(await searchedFor('Wie hoch ist der Mindestlohn in Österreich?', 'Und in der Schweiz?')).toEqual([
    'Wie hoch ist der Mindestlohn in Österreich? Und in der Schweiz?',
  ]);
});

test('of a long question before it the beginning is enough', async () => {
  const [query = ''] = await searchedFor(`${FRANCE} ${'More words follow here. '.repeat(40)}`, 'And in Germany?');
  expect(query.startsWith(FRANCE)).toBe(true);
  expect(query.endsWith('… And in Germany?')).toBe(true);
  expect(query.length).toBeLessThan(300);
});
