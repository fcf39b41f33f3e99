import { respondsWithError, startOpenAiServer } from '../../vendors/openai-server.ts';
import { connecting, listen, MODEL, TestClock, until } from './setup.ts';
import type { ScriptedResponse } from '../../vendors/sse-server.ts';

const { connect, keep } = connecting();
const HOUR = 3_600_000;

const listing =
  (...entries: readonly unknown[]): ScriptedResponse =>
  (wire) =>
    wire.respond(200, { data: entries });

const facing = async (list?: ScriptedResponse) => {
  const server = keep(await startOpenAiServer({ models: [MODEL, 'llama'], ...(list && { list }) }));
  const clock = new TestClock();
  const failures: string[] = [];
  const { models } = connect(
    { GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url },
    { clock, onListFailure: (id) => failures.push(id) },
  );
  return { server, clock, models, failures };
};

test('a list is asked for once an hour, by one call however many want it', async () => {
  const { server, clock, models } = await facing();
  await Promise.all([models.list(), models.list(), models.list()]);
  clock.at += HOUR - 1;
  await models.list();
  expect(server.listings()).toHaveLength(1);
  clock.at += 1;
  await models.list();
  expect(server.listings()).toHaveLength(2);
});

test('the default model is served without any list', async () => {
  const { server, models } = await facing();
  await listen(models);
  expect(server.listings()).toEqual([]);
});

test('another model costs one look at the list, and none from then on', async () => {
  const { server, models } = await facing();
  for (let turn = 0; turn < 3; turn += 1) await listen(models, { model: 'llama' });
  expect(server.listings()).toHaveLength(1);
  expect(server.completions()).toHaveLength(3);
});

test('a list grown old is renewed behind the back of a send, which does not wait for it', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  const { server, clock, models } = await facing(async (wire, request) => {
    asked += 1;
    if (asked > 1) await held;
    await listing({ id: 'llama' })(wire, request);
  });
  await models.list();
  clock.at += 2 * HOUR;
  expect((await listen(models, { model: 'llama' })).fault).toBeUndefined();
  await until(() => server.listings().length === 2);
  answer();
});

test('a provider that cannot be asked keeps its last list, and is asked again after a minute', async () => {
  let up = true;
  const { server, clock, models, failures } = await facing((wire, request) =>
    up ? listing({ id: 'llama' })(wire, request) : respondsWithError(500, 'down')(wire, request),
  );
  await models.list();
  up = false;
  clock.at += HOUR;
  expect((await models.list()).map(({ id }) => id)).toEqual(['llama']);
  expect((await models.list()).map(({ id }) => id)).toEqual(['llama']);
  expect(server.listings()).toHaveLength(2);
  expect(failures).toEqual(['groq']);
  up = true;
  clock.at += 60_000;
  await models.list();
  expect(server.listings()).toHaveLength(3);
});

test.each<[string, ScriptedResponse]>([
  ['down', respondsWithError(503, '')],
  ['garbled', (wire) => wire.respond(200, 'not json')],
  ['of another form', (wire) => wire.respond(200, { data: 5 })],
])('a list that is %s leaves the default model and even unlisted ones served', async (_, list) => {
  const { models } = await facing(list);
  expect(await models.list()).toEqual([]);
  expect((await listen(models)).fault).toBeUndefined();
  expect((await listen(models, { model: 'llama' })).fault).toBeUndefined();
});

test('a list that does not come is given up', async () => {
  const server = keep(await startOpenAiServer({ list: () => undefined }));
  const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { limits: { listMs: 60 } });
  expect(await models.list()).toEqual([]);
});

test("one provider's failing list does not hide the others'", async () => {
  const broken = keep(await startOpenAiServer({ list: respondsWithError(500, '') }));
  const fine = keep(await startOpenAiServer({ models: ['own'] }));
  const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: broken.url, OPENAI_COMPATIBLE_BASE_URL: fine.url });
  expect((await models.list()).map(({ id }) => id)).toEqual(['own']);
  expect((await listen(models, { model: 'own' })).fault).toBeUndefined();
});

test('entries are read generously; what cannot chat, sleeps or has no id is left out', async () => {
  const { models } = await facing(
    listing(
      { id: 'meta/llama-3.3-70b-preview', created: 12.5, owned_by: 'Meta' },
      { id: 'whisper-large-v3' },
      { id: 'text-embedding-3' },
      { id: 'retired', active: false },
      { name: 'no id' },
      null,
      { id: 'x', name: 'Model X', created: 'soon', owned_by: 3 },
    ),
  );
  expect(await models.list()).toEqual([
    {
      id: 'meta/llama-3.3-70b-preview',
      displayName: 'Llama 3.3 70B Preview',
      ownedBy: 'Meta',
      isPreview: true,
      created: 12,
    },
    { id: 'x', displayName: 'Model X', ownedBy: 'Groq', isPreview: false, created: 0 },
  ]);
});

test('whether a model sees images is known where its provider says so', async () => {
  const { models } = await facing(
    listing(
      { id: 'routed', architecture: { input_modalities: ['text', 'image'] } },
      { id: 'texts', architecture: { input_modalities: ['text'] } },
      { id: 'mistral', capabilities: { vision: true } },
      { id: 'claude', capabilities: { image_input: { supported: true } } },
      { id: 'odd', architecture: 'transformer', capabilities: ['vision'] },
    ),
  );
  await models.list();
  const seen = ['routed', 'texts', 'mistral', 'claude', 'odd'].map((id) => models.routeOf(id)?.seesImages);
  expect(seen).toEqual([true, false, true, true, undefined]);
});

test('what a model takes is known once its provider has listed it, however the provider names it', async () => {
  const { models } = await facing(
    listing(
      { id: 'llama', context_window: 131_072 },
      { id: 'loaded', max_context_length: 32_768, loaded_context_length: 4096 },
      { id: 'slots', meta: { n_ctx: 8192, n_ctx_train: 131_072 } },
      { id: 'odd', context_length: 'many', max_model_len: -1 },
    ),
  );
  const takes = () => ['llama', 'loaded', 'slots', 'odd'].map((id) => models.routeOf(id)?.contextTokens);
  expect(takes()).toEqual([undefined, undefined, undefined, undefined]);
  await models.list();
  expect(takes()).toEqual([131_072, 4096, 8192, undefined]);
});

test.each([
  ['vLLM', "This model's maximum context length is 2048 tokens. However, you requested 9000 tokens"],
  ['llama.cpp', 'request (9000 tokens) exceeds the available context size (2048 tokens), try increasing it'],
  ['LM Studio', 'The model is loaded with context length of only 2048 tokens, which is not enough'],
  ['Together', '`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 9000 `inputs` tokens'],
  ['Google', 'The input token count (9000) exceeds the maximum number of tokens allowed (2048).'],
  ['Anthropic', 'prompt is too long: 9000 tokens > 2048 maximum'],
])('what a model takes is known once %s has refused more, if its list does not say it', async (_, message) => {
  const { server, models } = await facing();
  await models.list();
  expect(models.routeOf(MODEL)?.contextTokens).toBeUndefined();
  server.enqueue(respondsWithError(400, { message }));
  await listen(models);
  expect(models.routeOf(MODEL)?.contextTokens).toBe(2048);
});

test('a refusal takes nothing back that was learned, nor what a list says', async () => {
  const { server, models } = await facing(listing({ id: MODEL, context_length: 1024 }));
  await models.list();
  server.enqueue(respondsWithError(400, { message: 'maximum context length is 2048 tokens' }));
  await listen(models);
  expect(models.routeOf(MODEL)?.contextTokens).toBe(1024);
});
