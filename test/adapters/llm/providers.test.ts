import { connectModels } from '../../../src/adapters/llm/connect-models.ts';
import { PROVIDERS } from '../../../src/adapters/llm/providers.ts';
import { demo } from '../../../src/adapters/llm/demo/demo.ts';
import { startAnthropicServer } from '../../vendors/anthropic-server.ts';
import { respondsWithError, startOpenAiServer, streamsText } from '../../vendors/openai-server.ts';
import { connecting, listen, TestClock } from './setup.ts';

const { connect, keep } = connecting();
const ids = (env: Record<string, string>) => connect(env).active.map(({ id }) => id);

describe('which providers serve', () => {
  test('the demo when nothing is set, and when variables are there but empty', () => {
    expect(ids({})).toEqual(['demo']);
    expect(ids({ GROQ_API_KEY: '', OPENAI_API_KEY: '  ' })).toEqual(['demo']);
  });

  test.each([
    ['GROQ_API_KEY', 'groq', 'moonshotai/kimi-k2-instruct'],
    ['OPENAI_API_KEY', 'openai', 'gpt-4.1-mini'],
    ['ANTHROPIC_API_KEY', 'anthropic', 'claude-sonnet-4-5'],
    ['OPENROUTER_API_KEY', 'openrouter', 'openrouter/auto'],
  ])('%s turns %s on, with a default model', (variable, id, model) => {
    const { active, defaultModel, faults } = connect({ [variable]: 'k' });
    expect({ ids: active.map((one) => one.id), defaultModel, faults }).toEqual({
      ids: [id],
      defaultModel: model,
      faults: [],
    });
  });

  test("an address alone turns on a server of one's own", () => {
    expect(ids({ OLLAMA_BASE_URL: 'http://localhost:11434' })).toEqual(['ollama']);
    expect(ids({ OPENAI_COMPATIBLE_BASE_URL: 'http://gpu:8000/v1/' })).toEqual(['openai-compatible']);
  });

  test("several at once, in a fixed order; the first one's model is the default", () => {
    const { active, defaultModel } = connect({ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', OPENAI_MODEL: 'gpt-own' });
    expect(active.map(({ id }) => id)).toEqual(['openai', 'anthropic']);
    expect(defaultModel).toBe('gpt-own');
  });

  test('LLM=demo puts the demo before every key, LLM=<id> picks some out', () => {
    expect(ids({ LLM: 'demo', GROQ_API_KEY: 'k' })).toEqual(['demo']);
    expect(ids({ LLM: 'anthropic', GROQ_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' })).toEqual(['anthropic']);
  });

  test('a stray address of a provider without a key turns nothing on', () => {
    expect(connect({ OPENAI_BASE_URL: 'http://elsewhere/v1' })).toMatchObject({ active: [{ id: 'demo' }], faults: [] });
  });

  test('where sandboxes may not serve, the demo does only when it is named', () => {
    expect(connect({}, { sandboxes: false })).toMatchObject({
      active: [],
      faults: [expect.stringMatching(/GROQ_API_KEY.*LLM=demo/)],
    });
    expect(connect({ LLM: 'demo' }, { sandboxes: false })).toMatchObject({ active: [{ id: 'demo' }], faults: [] });
  });
});

describe('faults in the settings', () => {
  test('are all listed at once, by the names of the variables and without their values', () => {
    const { faults } = connect({
      GROQ_API_KEY: 'gsk with blank',
      GROQ_BASE_URL: 'ftp://secret.test',
      OPENAI_API_KEY: 'sk-1\nsk-2',
      OLLAMA_BASE_URL: 'localhost:11434',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'GROQ_API_KEY',
      'GROQ_BASE_URL',
      'OPENAI_API_KEY',
      'OLLAMA_BASE_URL',
    ]);
    expect(faults.join()).not.toMatch(/gsk|sk-1|secret|11434/);
  });

  test('a provider called by name needs its variable', () => {
    expect(connect({ LLM: 'groq' }).faults).toEqual(['GROQ_API_KEY is not set']);
  });

  test('an unknown name is told with those that there are', () => {
    expect(connect({ LLM: 'skynet' }).faults).toEqual([expect.stringContaining('groq')]);
  });
});

test('every variable explains itself, and every provider has its own names', () => {
  for (const { settings, enabledBy: switchedOnBy } of PROVIDERS) {
    for (const [name, field] of Object.entries(settings.shape)) {
      expect({ name, text: String(Reflect.get(field, 'description') ?? '') }).toEqual({
        name,
        text: expect.stringMatching(/^[A-Z].*\.$/),
      });
    }
    expect(Object.keys(settings.shape)).toContain(switchedOnBy);
  }
  expect(new Set([...PROVIDERS, demo].map(({ id }) => id)).size).toBe(PROVIDERS.length + 1);
});

describe('several providers side by side', () => {
  const both = async () => {
    const groq = keep(await startOpenAiServer({ models: ['moonshotai/kimi-k2-instruct', 'shared', 'llama'] }));
    const own = keep(await startOpenAiServer({ models: ['own-1', 'shared'] }));
    const claude = keep(await startAnthropicServer());
    const { models } = connect({
      GROQ_API_KEY: 'k',
      GROQ_BASE_URL: groq.url,
      OPENAI_COMPATIBLE_BASE_URL: own.url,
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: claude.url,
    });
    return { groq, own, claude, models };
  };

  test('show their models as one list, a shared id of the second by the name of its provider', async () => {
    const { models } = await both();
    const list = await models.list();
    expect(list.filter(({ id }) => id.endsWith('shared')).map(({ displayName }) => displayName)).toEqual([
      'Shared',
      'Shared (OpenAI-compatible server)',
    ]);
    expect(list.map(({ id }) => id)).toEqual([
      'moonshotai/kimi-k2-instruct',
      'shared',
      'llama',
      'claude-sonnet-4-5',
      'own-1',
      'openai-compatible/shared',
    ]);
    expect(models.routeOf('openai-compatible/shared')).toEqual({ provider: 'openai-compatible', model: 'shared' });
  });

  test('each answer for their own models; the first for a shared one', async () => {
    const { groq, own, claude, models } = await both();
    for (const model of ['own-1', 'llama', 'shared', 'claude-sonnet-4-5'])
      expect((await listen(models, { model })).fault).toBeUndefined();
    expect(own.completions().map(({ body }) => body['model'])).toEqual(['own-1']);
    expect(groq.completions().map(({ body }) => body['model'])).toEqual(['llama', 'shared']);
    expect(claude.messages()).toHaveLength(1);
  });

  test("the provider's name before an id decides who is asked", async () => {
    const { own, models } = await both();
    expect((await listen(models, { model: 'openai-compatible/shared' })).fault).toBeUndefined();
    expect(own.completions().map(({ body }) => body['model'])).toEqual(['shared']);
  });

  test('an id that nobody lists is unknown, without a call', async () => {
    const { groq, own, models } = await both();
    expect((await listen(models, { model: 'gemma2-9b-it' })).fault).toMatchObject({
      code: 'MODEL_CONFIG_ERROR',
      unknownModel: true,
    });
    expect([...groq.completions(), ...own.completions()]).toEqual([]);
  });
});

describe("a server of one's own without a named model", () => {
  test('answers by the first that it lists', async () => {
    const server = keep(await startOpenAiServer({ models: ['text-embedding-3', 'qwen', 'llama'] }));
    const { models, defaultModel } = connect({ OLLAMA_BASE_URL: server.url });
    expect(defaultModel).toBe('ollama/default');
    await listen(models, { model: defaultModel });
    expect(server.completions()[0]?.body).toMatchObject({ model: 'qwen', max_tokens: 1024 });
    expect(server.completions()[0]?.headers.authorization).toBeUndefined();
  });

  test('takes the root address of Ollama as well', async () => {
    const server = keep(await startOpenAiServer({ models: ['qwen'] }));
    const { models } = connect({ OLLAMA_BASE_URL: server.url.replace('/v1', '/'), OLLAMA_API_KEY: 'own' });
    await listen(models, { model: 'qwen' });
    expect(server.completions()[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer own' },
    });
  });

  test.each(['', '/v1/chat/completions', '/v1/models', '/chat/completions'])(
    'answers though its address was given as “%s”: the first call finds the right one',
    async (given) => {
      const nothing = respondsWithError(404, { message: 'Not Found' });
      const server = keep(
        await startOpenAiServer({
          list: (wire, seen) =>
            seen.path === '/v1/models' ? wire.respond(200, { data: [{ id: 'qwen' }] }) : nothing(wire, seen),
          reply: (wire, seen) => (seen.path === '/v1/chat/completions' ? streamsText('Found') : nothing)(wire, seen),
        }),
      );
      const address = server.url.replace('/v1', given);
      const { models } = connect({ OPENAI_COMPATIBLE_BASE_URL: address, OPENAI_COMPATIBLE_MODEL: 'qwen' });
      for (let turn = 0; turn < 2; turn += 1)
        expect(await listen(models, { model: 'qwen' })).toMatchObject({ text: 'Found' });
      expect((await models.list()).map(({ id }) => id)).toEqual(['qwen']);
      expect(server.requests.filter(({ path }) => !path.startsWith('/v1/')).length).toBeLessThan(2);
      expect(server.requests.length).toBeLessThan(5);
    },
  );

  test('is waited for while it loads its model, also where its list is not there yet', async () => {
    const loading = respondsWithError(503, { code: 503, message: 'Loading model', type: 'unavailable_error' });
    let refusals = 4;
    const server = keep(
      await startOpenAiServer({
        list: (wire, seen) =>
          (refusals -= 1) < 0 ? wire.respond(200, { data: [{ id: 'qwen' }] }) : loading(wire, seen),
        reply: streamsText('Ready'),
      }),
    );
    const clock = new TestClock();
    const { models, defaultModel } = connect({ OPENAI_COMPATIBLE_BASE_URL: server.url }, { clock });
    await models.list();
    expect(await listen(models, { model: defaultModel })).toMatchObject({ text: 'Ready', fault: undefined });
    expect(clock.slept).toEqual([2000, 2000, 2000]);
  });

  test('that loads its model for ever is given up', async () => {
    const list = respondsWithError(503, { code: 503, message: 'Loading model', type: 'unavailable_error' });
    const server = keep(await startOpenAiServer({ list }));
    const clock = new TestClock();
    const { models, defaultModel } = connect({ OPENAI_COMPATIBLE_BASE_URL: server.url }, { clock });
    expect((await listen(models, { model: defaultModel })).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(240_000);
  });

  test('that is down says so instead of "unknown model"', async () => {
    const server = await startOpenAiServer();
    await server.close();
    const { models, defaultModel } = connect({ OPENAI_COMPATIBLE_BASE_URL: server.url });
    expect((await listen(models, { model: defaultModel })).fault).toMatchObject({
      code: 'API_RATE_LIMIT_EXCEEDED',
      unknownModel: false,
    });
  });
});

test('connecting touches no network and loads no SDK', () => {
  const { active } = connectModels(
    { GROQ_API_KEY: 'k', GROQ_BASE_URL: 'http://127.0.0.1:1/v1' },
    { clock: new TestClock() },
  );
  expect(active.map(({ id, label }) => [id, label])).toEqual([['groq', 'Groq']]);
});
