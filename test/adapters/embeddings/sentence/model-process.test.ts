import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ModelProcess,
  ModelProcessEnded,
  PROCESS_LIMITS,
} from '../../../../src/adapters/embeddings/sentence/model-process.ts';
import { findModelFile } from '../../../../src/adapters/embeddings/sentence/models.ts';
import type { ProcessSpec } from '../../../../src/adapters/embeddings/sentence/protocol.ts';
import { EmbeddingError } from '../../../../src/domain/retrieval/errors.ts';
import { TINY_DIMENSIONS, writeTinyModel } from '../../../support/tiny-model.ts';

const NEVER = new AbortController().signal;

describe('the process of a sentence model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sentence-'));
  const running: ModelProcess[] = [];
  const ended: ModelProcessEnded[] = [];
  beforeAll(() => writeTinyModel(folder));
  afterEach(() => {
    for (const model of running.splice(0)) model.close();
    ended.splice(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = async (change: Partial<ProcessSpec> = {}, limits = PROCESS_LIMITS): Promise<ModelProcess> => {
    const spec: ProcessSpec = {
      modelFile: findModelFile(folder) ?? '',
      folder,
      output: 'vector',
      maxTokens: 16,
      threads: 1,
      maxRssMb: 4096,
      ...change,
    };
    const model = await ModelProcess.start(spec, limits, (reason) => ended.push(reason));
    running.push(model);
    return model;
  };
  const embed = async (model: ModelProcess, ...texts: readonly string[]) =>
    (
      await model.run(
        texts.map((text) => ({ text })),
        false,
        NEVER,
      )
    ).map((row) => [...row].map((part) => Math.round(part * 100) / 100));
  const axis = (at: number) => Array.from({ length: TINY_DIMENSIONS }, (_, each) => (each === at ? 1 : 0));

  test('gives each text the mean of its words, of length one, in the order of the texts', async () => {
    const model = await start();
    expect(model.width).toBe(TINY_DIMENSIONS);
    const texts = [
      'the automobile',
      'car',
      'the cat and the cat',
      'rain rain rain rain rain',
      'kitten',
      'wet',
      'auto',
      'a cat',
      'a car',
    ];
    const axes = [0, 0, 1, 2, 1, 2, 0, 1, 0];
    const rows = await embed(model, ...texts);
    expect(rows.map((row) => row.indexOf(Math.max(...row)))).toEqual(axes);
    expect(rows[1]).toEqual(axis(0));
    const [both = []] = await embed(model, 'car cat');
    expect(both.slice(0, 3)).toEqual([0.71, 0.71, 0]);
  });

  test('the same text has the same vector alone and beside longer ones', async () => {
    const model = await start();
    const [alone] = await embed(model, 'car rain');
    const [beside] = await embed(model, 'car rain', `cat ${'rain '.repeat(10)}`, 'the');
    expect(beside).toEqual(alone);
  });

  test('longer texts are cut at the length of the model, also one endless word and an empty text', async () => {
    const model = await start();
    expect(await embed(model, `${'car '.repeat(14)}${'cat '.repeat(500)}`)).toEqual([axis(0)]);
    const [endless, empty] = await embed(model, 'x'.repeat(1_000_000), '');
    expect(endless).toHaveLength(TINY_DIMENSIONS);
    expect(empty).toEqual(axis(-1));
  });

  test('a question comes before documents that wait', async () => {
    const model = await start();
    const done: string[] = [];
    const documents = Array.from({ length: 80 }, () => ({ text: 'car' }));
    const all = Promise.all([
      model.run(documents, false, NEVER).then(() => done.push('file 1')),
      model.run(documents, false, NEVER).then(() => done.push('file 2')),
      model.run([{ text: 'cat' }], true, NEVER).then(() => done.push('question')),
    ]);
    await all;
    expect(done[0]).toBe('question');
  });

  test('what was cancelled is not run, and the next is', async () => {
    const model = await start();
    const abort = new AbortController();
    const cancelled = model.run(
      Array.from({ length: 64 }, () => ({ text: 'car' })),
      false,
      abort.signal,
    );
    abort.abort(new Error('no longer wanted'));
    await expect(cancelled).rejects.toThrow('no longer wanted');
    expect(await embed(model, 'cat')).toEqual([axis(1)]);
  });

  test('too many that wait are refused', async () => {
    const model = await start({}, { ...PROCESS_LIMITS, maxQueued: 2 });
    const many = Array.from({ length: 4 }, () => embed(model, 'car').catch((error: unknown) => error));
    const answers = await Promise.all(many);
    expect(
      answers.filter((answer) => answer instanceof EmbeddingError && answer.failure === 'unavailable'),
    ).toHaveLength(1);
  });

  test('a crash fails what waits, in a way that is tried again, and is reported once', async () => {
    const model = await start();
    const waiting = Promise.allSettled([embed(model, 'car'), embed(model, 'cat')]);
    process.kill(model.pid ?? 0, 'SIGKILL');
    for (const result of await waiting)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ failure: 'unavailable' }) });
    expect(ended.map(({ failure }) => failure)).toEqual(['crashed']);
    await expect(embed(model, 'car')).rejects.toBeInstanceOf(EmbeddingError);
  });

  test('more memory than it may have ends it with that reason', async () => {
    const model = await start({ maxRssMb: 1 });
    await expect(embed(model, 'car')).rejects.toBeInstanceOf(EmbeddingError);
    expect(ended.map(({ failure }) => failure)).toEqual(['memory']);
  });

  test('a job without end is ended', async () => {
    const model = await start({}, { ...PROCESS_LIMITS, jobMs: 1 });
    process.kill(model.pid ?? 0, 'SIGSTOP');
    await expect(embed(model, 'car')).rejects.toBeInstanceOf(EmbeddingError);
    expect(ended).toHaveLength(1);
  });

  test('a file that is no model and a tokenizer that is none are said to be invalid', async () => {
    const broken = join(folder, 'broken.onnx');
    writeFileSync(broken, 'this is no model');
    await expect(start({ modelFile: broken })).rejects.toMatchObject({ failure: 'invalid' });
    await expect(start({ folder: tmpdir() })).rejects.toMatchObject({ failure: 'invalid' });
  });

  test('a model that is not loaded in time is ended', async () => {
    await expect(start({}, { ...PROCESS_LIMITS, loadMs: 1 })).rejects.toBeInstanceOf(ModelProcessEnded);
  });

  test('a cross-encoder scores question and text together', async () => {
    const pairs = mkdtempSync(join(tmpdir(), 'parley-pairs-'));
    writeTinyModel(pairs, 'score');
    const model = await start({ folder: pairs, modelFile: findModelFile(pairs) ?? '', output: 'score' });
    const rows = await model.run(
      ['rain', 'a cat', 'the car'].map((pair) => ({ text: 'the', pair })),
      true,
      NEVER,
    );
    expect(rows.map((row) => [...row])).toEqual([[0], [2], [1]]);
    rmSync(pairs, { recursive: true, force: true });
  });
});
