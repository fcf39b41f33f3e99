import { parseListing } from '../../../src/adapters/llm/model-listing.ts';

const idsOf = (reply: unknown) => parseListing(reply, 'Somebody').map(({ id }) => id);
const listed = (...ids: readonly string[]) => idsOf({ data: ids.map((id) => ({ id })) });

test('a list without an object around it is one, without what the vendor says cannot chat', () => {
  const together = [
    { id: 'meta-llama/Llama-3.3', type: 'chat' },
    { id: 'togethercomputer/m2-bert', type: 'embedding' },
    { id: 'FLUX.1', type: 'image' },
  ];
  expect(idsOf(together)).toEqual(['meta-llama/Llama-3.3']);
});

test('the newest model of an Ollama server is no embedding model', () => {
  expect(listed('bge-m3:latest', 'all-minilm:latest', 'nomic-embed-text', 'llama3.2:latest')).toEqual([
    'llama3.2:latest',
  ]);
});

test('of Google, only what chats is listed', () => {
  expect(listed('models/gemini-2.5-flash', 'models/imagen-4.0', 'models/veo-2.0', 'models/aqa')).toEqual([
    'models/gemini-2.5-flash',
  ]);
});

test('an empty list is one, an error instead of a list is not', () => {
  expect([idsOf({ data: [] }), idsOf({ object: 'list', data: null })]).toEqual([[], []]);
  expect(() => idsOf({ error: 'Unexpected endpoint or method. (GET /models)' })).toThrow('modelUnknown');
  expect(() => idsOf({ error: 'Unexpected endpoint or method.' })).toThrow(expect.objectContaining({ status: 404 }));
  expect(() => idsOf({ error: { message: 'no', code: 'invalid_api_key' } })).toThrow('keyRefused');
  expect(() => idsOf({ models: [{ name: 'x' }] })).toThrow('garbled');
});

test('of a list without end, and of names without end, only some is taken', () => {
  const endless = Array.from({ length: 50_000 }, (_, at) => ({ id: `model-${at}` }));
  expect(parseListing(endless, 'Somebody')).toHaveLength(10_000);
  const [named] = parseListing(
    [{ id: 'a-model', name: 'a'.repeat(100_000), owned_by: 'b'.repeat(100_000) }],
    'Somebody',
  );
  expect(named).toMatchObject({ displayName: 'A Model', ownedBy: 'Somebody' });
});
