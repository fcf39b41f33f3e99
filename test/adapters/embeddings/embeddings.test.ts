import { EMBEDDINGS } from '../../../src/adapters/embeddings/providers.ts';
import { selectAdapters } from '../../../src/container/adapter-selection.ts';
import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { EmbeddingError } from '../../../src/domain/retrieval/errors.ts';
import type { EmbeddingModels } from '../../../src/domain/retrieval/ports.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { HurriedClock } from '../../fakes/kernel.ts';
import { aModelHost } from '../../support/model-host.ts';
import {
  type ReceivedRequest,
  type ServiceResponse,
  startWebService,
  type WebService,
} from '../../vendors/web-service.ts';

const { signal } = new AbortController();

const modelsOf = (env: Record<string, string>): EmbeddingModels => {
  const { adapters, faults } = selectAdapters(env, true);
  if (!adapters) throw new Error(faults.join('\n'));
  return adapters.embeddings.connect({ clock: new HurriedClock(), sentenceModel: aModelHost() });
};

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0);
const lengthOf = (a: Float32Array) => Math.sqrt(cosine(a, a));

describe('local embeddings', () => {
  const { current } = modelsOf({});
  const near = async (a: string, b: string) => {
    const {
      vectors: [one, other],
    } = await current.embed([a, b], 'document', signal);
    return cosine(one, other);
  };

  test('are the same for the same text, of length 1, and free', async () => {
    const { vectors, usage } = await current.embed(['Ein Text.', 'Ein Text.', '…'], 'query', signal);
    expect(vectors[0]).toEqual(vectors[1]);
    expect(vectors[0]?.length).toBe(current.collection.dimensions);
    expect(lengthOf(vectors[0] ?? new Float32Array())).toBeCloseTo(1);
    expect([lengthOf(vectors[2] ?? new Float32Array()), usage]).toEqual([0, null]);
  });

  test.each([
    ['How long do the batteries last?', 'Each battery lasts for two years.', 'The office is closed on Sundays.'],
    ['Wie oft wird die Anlage gewartet?', 'Die Wartung der Anlagen erfolgt jährlich.', 'Das Essen kommt um zwölf.'],
    ['¿Cuándo se reparan las máquinas?', 'La reparación de la máquina es en mayo.', 'El perro duerme en casa.'],
    ['電池の寿命', '電池は二年もちます', '会議は月曜日です'],
    ['Когда чинят насосы?', 'Насос чинят каждый год.', 'Кошка спит на диване.'],
  ])('put %p nearer to %p than to %p', async (question, answer, other) => {
    expect(await near(question, answer)).toBeGreaterThan(await near(question, other));
  });

  test('stop when they are called off', async () => {
    await expect(current.embed(['a'], 'query', AbortSignal.abort())).rejects.toThrow();
  });
});

describe('embeddings of a server', () => {
  let server: WebService;
  const vectorOf = (text: string) => [text.length, 1, 2, 2];
  const honest = ({ body }: ReceivedRequest): ServiceResponse => {
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    return {
      json: { object: 'list', data: data.reverse(), usage: { prompt_tokens: 7 * input.length, total_tokens: 7 } },
    };
  };
  beforeEach(async () => void (server = await startWebService(honest)));
  afterEach(() => server.close());
  const env = () => ({
    EMBEDDINGS_MODEL: 'some-model',
    EMBEDDINGS_DIMENSIONS: '4',
    EMBEDDINGS_BASE_URL: `${server.url}/v1`,
    EMBEDDINGS_API_KEY: 'k',
  });
  const embed = (texts: readonly string[], more = {}) =>
    modelsOf({ ...env(), ...more }).current.embed(texts, 'document', signal);

  test('come in the order of the texts, whatever that of the answer, of length 1, with the token count', async () => {
    const { vectors, usage } = await embed(['a', 'four']);
    expect(vectors.map((each) => [...each].map((part) => Math.round(part * 1000) / 1000))).toEqual([
      [0.316, 0.316, 0.632, 0.632],
      [0.8, 0.2, 0.4, 0.4],
    ]);
    expect(usage).toEqual({ inputTokens: 14, estimated: false });
    expect(JSON.parse(server.calls[0]?.body ?? '')).toEqual({
      model: 'some-model',
      input: ['a', 'four'],
      encoding_format: 'float',
    });
    expect([server.calls[0]?.path, server.calls[0]?.headers.authorization]).toEqual(['/v1/embeddings', 'Bearer k']);
  });

  test.each(['', '/v1/embeddings'])('are found though the address was given as “%s”', async (given) => {
    server.answer = (call) => (call.path === '/v1/embeddings' ? honest(call) : { status: 404, json: {} });
    const { current } = modelsOf({ ...env(), EMBEDDINGS_BASE_URL: `${server.url}${given}` });
    for (const text of ['a', 'b']) expect((await current.embed([text], 'document', signal)).vectors).toHaveLength(1);
    expect(server.calls.length).toBeLessThan(4);
  });

  test('are asked for in batches', async () => {
    const { vectors } = await embed(Array.from({ length: 150 }, () => 'text'));
    expect([vectors.length, server.calls.length]).toEqual([150, 3]);
  });

  test('are asked for in the batches that the server takes, from then on at once', async () => {
    server.answer = (call) => {
      const { input } = JSON.parse(call.body) as { input: string[] };
      return input.length > 10 ? { status: 400, json: { error: 'batch size is invalid' } } : honest(call);
    };
    const { current } = modelsOf(env());
    const texts = Array.from({ length: 20 }, (_, at) => 'x'.repeat(at + 1));
    const first = await current.embed(texts, 'document', signal);
    const calls = server.calls.length;
    const second = await current.embed(texts, 'document', signal);
    expect([first.vectors.length, calls, server.calls.length - calls]).toEqual([20, 3, 2]);
    expect(second.vectors).toEqual(first.vectors);
  });

  test('a text that is refused alone makes no batch smaller', async () => {
    server.answer = (call) => (call.body.includes('bad') ? { status: 400, json: {} } : honest(call));
    const { current } = modelsOf(env());
    await expect(current.embed(['a', 'b', 'bad', 'd'], 'document', signal)).rejects.toMatchObject({
      failure: 'refused',
    });
    const calls = server.calls.length;
    await current.embed(['a', 'b', 'c', 'd'], 'document', signal);
    expect(server.calls.length - calls).toBe(1);
  });

  test('without numbers come in the order of the texts', async () => {
    server.answer = () => ({ json: { data: [{ embedding: [1, 0, 0, 0] }, { embedding: [0, 1, 0, 0] }] } });
    expect((await embed(['a', 'b'])).vectors.map(([part]) => part)).toEqual([1, 0]);
  });

  test('are asked for again when the server is busy, and those of a question when it breaks off', async () => {
    const troubles: (ServiceResponse | undefined)[] = [{ status: 429, json: {} }, undefined];
    server.answer = (call) => (troubles.length > 0 ? troubles.shift() : honest(call));
    const { current } = modelsOf(env());
    expect((await current.embed(['a'], 'query', signal)).vectors).toHaveLength(1);
    expect(server.calls).toHaveLength(3);
  });

  test('of a file are not asked for again when no answer comes, so that its owner hears of it at once', async () => {
    server.answer = () => undefined;
    await expect(embed(['a'])).rejects.toMatchObject({ failure: 'unavailable' });
    expect(server.calls).toHaveLength(1);
  });

  test.each([
    ['a refused key', { status: 401, json: { error: 'secret sk-123' } }, 'misconfigured', 1],
    ['a key without rights', { status: 403, json: {} }, 'misconfigured', 1],
    ['an unknown model', { status: 404, json: {} }, 'misconfigured', 1],
    ['a refused text', { status: 400, json: {} }, 'refused', 1],
    ['too long a text', { status: 413, json: {} }, 'refused', 1],
    ['an invalid text', { status: 422, json: {} }, 'refused', 1],
    ['a server that stays down', { status: 503, json: {} }, 'unavailable', 3],
    ['vectors of another length', { json: { data: [{ index: 0, embedding: [1, 2] }] } }, 'misconfigured', 1],
    ['fewer vectors than texts', { json: { data: [] } }, 'misconfigured', 1],
    ['something else', { json: 'hello' }, 'misconfigured', 1],
  ])('%s is told in words that quote nothing', async (_, said, failure, calls) => {
    server.answer = () => said;
    const fault: unknown = await embed(['a']).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EmbeddingError);
    expect(fault).toMatchObject({ failure });
    expect(String(fault)).not.toMatch(/sk-|\d{3}/);
    expect(server.calls).toHaveLength(calls);
  });

  test('that are refused are described to the admin by the status', async () => {
    server.answer = () => ({ status: 401, json: {} });
    const fault: unknown = await embed(['a']).catch((error: unknown) => error);
    expect(new KnownErrorDescriber().describe(fault)).toBe('It does not accept the key (401)');
  });

  test('of another length are described to the admin by both lengths', async () => {
    server.answer = () => ({ json: { data: [{ index: 0, embedding: [1, 2] }] } });
    const fault: unknown = await embed(['a']).catch((error: unknown) => error);
    expect(new KnownErrorDescriber().describe(fault)).toBe(
      'Its vectors have 2 parts where 4 are expected (EMBEDDINGS_DIMENSIONS)',
    );
  });

  test('of an earlier model of the same server can still be had, and local ones always', () => {
    const models = modelsOf(env());
    expect(models.find('own/older-model@8')?.collection).toEqual({ version: 'own/older-model@8', dimensions: 8 });
    expect(models.find(modelsOf({}).current.collection.version)).toBeDefined();
    expect(models.find('openai/text-embedding-3-small@1536')).toBeUndefined();
    expect(modelsOf({}).find('own/older-model@8')).toBeUndefined();
  });
});

describe('who embeds', () => {
  test('is the provider of models that has the key, or the one that is named', () => {
    expect(
      modelsOf({ EMBEDDINGS_MODEL: 'text-embedding-3-small', OPENAI_API_KEY: 'k' }).current.collection.version,
    ).toBe('openai/text-embedding-3-small@1536');
    const both = { EMBEDDINGS_MODEL: 'nomic-embed-text', OPENAI_API_KEY: 'k', OLLAMA_BASE_URL: 'http://o:11434' };
    expect(modelsOf({ ...both, EMBEDDINGS_PROVIDER: 'ollama' }).current.collection).toEqual({
      version: 'ollama/nomic-embed-text@768',
      dimensions: 768,
    });
    expect(modelsOf({ ...both, EMBEDDINGS: 'local' }).current.collection.version).toMatch(/^local\//);
  });

  test('is told to be incomplete by the names of the variables', () => {
    const faults = (env: Record<string, string>) => selectAdapters(env, true).faults;
    expect(faults({ EMBEDDINGS_MODEL: 'text-embedding-3-small' })).toEqual([
      expect.stringContaining('EMBEDDINGS_BASE_URL'),
    ]);
    expect(faults({ EMBEDDINGS_MODEL: 'odd', OPENAI_API_KEY: 'k' })).toEqual([
      expect.stringContaining('EMBEDDINGS_DIMENSIONS'),
    ]);
    expect(faults({ EMBEDDINGS_MODEL: 'bge-m3', EMBEDDINGS_PROVIDER: 'ollama', OPENAI_API_KEY: 'k' })).toEqual([
      expect.stringContaining('OLLAMA_BASE_URL'),
    ]);
    expect(faults({ EMBEDDINGS: 'openai-compatible' })).toEqual([expect.stringContaining('EMBEDDINGS_MODEL')]);
    expect(selectProvider(EMBEDDINGS, {}, true).provider?.id).toBe('local');
  });
});
