import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LocalEmbeddingModels } from '../../../../src/adapters/embeddings/local.ts';
import type { ModelHost, ModelHostOptions } from '../../../../src/adapters/embeddings/sentence/model-host.ts';
import { findModel, isModelSetting } from '../../../../src/adapters/embeddings/sentence/models.ts';
import { CrossEncoder, SentenceEmbeddingModels } from '../../../../src/adapters/embeddings/sentence/sentence-models.ts';
import { behavesLikeEmbeddingModels } from '../../../contracts/embedding-models.ts';
import { behavesLikeAReranker } from '../../../contracts/retrieval.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { aModelHost } from '../../../support/model-host.ts';
import { TINY_DIMENSIONS, writeTinyModel } from '../../../support/tiny-model.ts';

const NEVER = new AbortController().signal;
const VERSION = `sentence/tiny-e5@${TINY_DIMENSIONS}`;

describe('embeddings by a sentence model', () => {
  const base = mkdtempSync(join(tmpdir(), 'parley-sentence-'));
  const folder = join(base, 'tiny-e5');
  const hosts: ModelHost[] = [];
  beforeAll(() => writeTinyModel(folder));
  afterEach(() => {
    for (const host of hosts.splice(0)) host.unload();
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const open = (path = folder, options: Partial<ModelHostOptions> = {}) => {
    const host = aModelHost(path, 'vector', options);
    hosts.push(host);
    return { host, models: new SentenceEmbeddingModels(host, new LocalEmbeddingModels()) };
  };
  behavesLikeEmbeddingModels('local', async () => new LocalEmbeddingModels());
  behavesLikeEmbeddingModels('a sentence model', async () => {
    const { host, models } = open();
    await host.load();
    return models;
  });
  behavesLikeAReranker('a cross-encoder', async () => {
    const pairs = join(base, 'tiny-pairs');
    writeTinyModel(pairs, 'score');
    const host = aModelHost(pairs, 'score');
    hosts.push(host);
    await host.load();
    return new CrossEncoder(host);
  });

  const local = new LocalEmbeddingModels().current.collection.version;
  const vectorsOf = async ({ current }: SentenceEmbeddingModels, ...texts: readonly string[]) =>
    (await current.embed(texts, 'document', NEVER)).vectors;
  const nearness = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
    a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0);

  test('the local vectors serve until it is loaded, and nothing is embedded again before that is decided', async () => {
    const { host, models } = open();
    expect([models.current.collection.version, models.target, models.find(VERSION)]).toEqual([
      local,
      undefined,
      undefined,
    ]);
    const loading = host.load();
    expect(host.status().phase).toBe('loading');
    expect(models.current.collection.version).toBe(local);
    await loading;
    expect(models.current.collection).toEqual({ version: VERSION, dimensions: TINY_DIMENSIONS });
    expect(models.target).toBe(VERSION);
    expect(models.find(local)?.collection.version).toBe(local);
    expect(models.find(VERSION)).toBe(models.current);
    expect(models.current.model).toBe('tiny-e5');
  });

  test('finds meanings where no word is the same, and costs nothing', async () => {
    const { host, models } = open();
    await host.load();
    const [automobile, car, kitten] = await vectorsOf(models, 'an automobile', 'the car', 'a kitten');
    expect(nearness(automobile, car)).toBeGreaterThan(0.9);
    expect(nearness(automobile, kitten)).toBeLessThan(0.1);
    expect((await models.current.embed(['car'], 'query', NEVER)).usage).toBeNull();
  });

  test('switched off, the local vectors serve again', async () => {
    const { host, models } = open();
    await host.load();
    host.unload();
    host.setGivenUp(true);
    expect([models.current.collection.version, models.target, models.find(VERSION)]).toEqual([local, local, undefined]);
  });

  test('unloaded while it loads, it stays off', async () => {
    const { host } = open();
    const loading = host.load();
    host.unload();
    await loading;
    expect([host.status().phase, host.width]).toEqual(['off', undefined]);
  });

  test('a crash gives way to the local vectors at once; the wait before the next try doubles', async () => {
    const clock = new FixedClock();
    const { host, models } = open(folder, { clock, maxRssMb: 1 });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await host.load();
      await expect(vectorsOf(models, 'car')).rejects.toMatchObject({ failure: 'unavailable' });
      const status = host.status();
      expect(status).toMatchObject({ phase: 'failed', failure: 'memory', since: clock.now() });
      if (status.phase === 'failed') waits.push(status.retryAt - clock.now());
      expect(models.current.collection.version).toBe(local);
      expect(await vectorsOf(models, 'car')).toHaveLength(1);
    }
    expect(waits).toEqual([5000, 10_000, 20_000]);
  });

  test('a folder without a model is said', async () => {
    const { host } = open(join(base, 'empty'));
    expect(host.isInstalled()).toBe(false);
    await host.load();
    expect(host.status()).toMatchObject({ phase: 'failed', failure: 'folder' });
  });

  test('without the runtime nothing is fetched', async () => {
    const { host } = open(join(base, 'empty'), { hasRuntime: () => false });
    await expect(host.download(() => undefined, NEVER)).rejects.toMatchObject({ failure: 'runtime' });
  });

  test('a model that cannot be read says why in the log', async () => {
    const broken = join(base, 'broken');
    writeTinyModel(broken);
    writeFileSync(join(broken, 'onnx/model_quantized.onnx'), 'no model');
    const { host } = open(broken);
    await host.load();
    expect(host.status()).toMatchObject({
      phase: 'failed',
      failure: 'invalid',
      detail: expect.stringMatching(/protobuf/i),
    });
  });

  test('a cross-encoder scores the texts for a question, and nothing while it is off', async () => {
    const pairs = join(base, 'pairs');
    writeTinyModel(pairs, 'score');
    const host = aModelHost(pairs, 'score');
    hosts.push(host);
    const reranker = new CrossEncoder(host);
    expect(await reranker.score('what?', ['a cat'], NEVER)).toBeUndefined();
    await host.load();
    expect(await reranker.score('what?', ['the car', 'a cat', 'rain'], NEVER)).toEqual([1, 2, 0]);
    expect(await reranker.score('what?', [], NEVER)).toEqual([]);
    await expect(reranker.score('what?', ['a cat'], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});

describe('the setting of a model', () => {
  test.each([
    ['on', 'multilingual-e5-small', '/data/models/multilingual-e5-small', 'query: '],
    ['all-MiniLM-L6-v2', 'all-MiniLM-L6-v2', '/data/models/all-MiniLM-L6-v2', ''],
    ['/mnt/all-MiniLM-L6-v2', 'all-MiniLM-L6-v2', '/mnt/all-MiniLM-L6-v2', ''],
    ['/mnt/my model', 'my-model', '/mnt/my model', ''],
    ['/mnt/e5-base', 'e5-base', '/mnt/e5-base', 'query: '],
  ])('%s', (setting, name, folder, prefix) => {
    const { model, ...found } = findModel(setting, 'vector', '/data/models');
    expect([model.name, found.folder, model.prefixes.query]).toEqual([name, folder, prefix]);
    expect(found.isLocal).toBe(setting.startsWith('/'));
  });

  test('a name that is not known is refused, a model of the other kind too', () => {
    expect(['on', 'off', './models/x', 'all-MiniLM-L6-v2'].every((setting) => isModelSetting(setting, 'vector'))).toBe(
      true,
    );
    expect(['all-minilm', 'mmarco-mMiniLMv2-L12-H384-v1'].some((setting) => isModelSetting(setting, 'vector'))).toBe(
      false,
    );
    expect(isModelSetting('mmarco-mMiniLMv2-L12-H384-v1', 'score')).toBe(true);
  });
});
