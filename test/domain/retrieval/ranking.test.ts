import { fuseRanks } from '../../../src/domain/retrieval/fuse-ranks.ts';
import type { PassageQuery, PassageSearchResult } from '../../../src/domain/retrieval/find-passages.ts';
import { toIndexedText } from '../../../src/domain/retrieval/chunk.ts';
import type { Chunk, EmbeddingResult, Hit, SearchScope } from '../../../src/domain/retrieval/ports.ts';
import { behavesLikeAReranker } from '../../contracts/retrieval.ts';
import { ann } from '../chat/harness.ts';
import { ScriptedHelper } from '../../fakes/follow-ups.ts';
import { aPassageFinder, rateLimits } from '../../support/passage-finder.ts';
import { RecordingLedger } from '../../fakes/reply-ports.ts';
import {
  InMemoryChunkRepository,
  InMemoryEmbeddingJobs,
  InMemoryVectorStore,
  FixedEmbeddingModels,
  WordEmbedder,
  WordReranker,
} from '../../fakes/retrieval.ts';

type Place = Pick<Hit, 'fileId' | 'ordinal'>;
const place = (ordinal: number, fileId = 'f'): Place => ({ fileId, ordinal });
const lists = (keyword: readonly Place[], ...vectors: readonly (readonly Place[])[]) => ({
  weight: 1,
  keyword: [keyword],
  vectors,
  meaning: [],
});
const { signal } = new AbortController();

describe('one ranking of words and vectors', () => {
  test('what stands in both lists comes before what stands in one', () => {
    const fused = fuseRanks([lists([place(1), place(2)], [place(3), place(2)])]);
    expect(fused.map(({ ordinal, keywordRank, vectorRank }) => [ordinal, keywordRank, vectorRank])).toEqual([
      [2, 2, 2],
      [1, 1, null],
      [3, null, 1],
    ]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 62);
  });

  test('what several wordings find adds up by their weights, and the one that counted most is named', () => {
    const fused = fuseRanks([lists([place(1)]), { ...lists([place(2), place(1)]), weight: 0.4 }, lists([place(3)])]);
    expect(fused.map(({ ordinal, wording }) => [ordinal, wording])).toEqual([
      [1, 0],
      [3, 2],
      [2, 1],
    ]);
    expect(fused[0]?.score).toBeCloseTo(1 / 61 + 0.4 / 62);
    expect(fused[2]).toMatchObject({ keywordRank: 1, vectorRank: null });
  });

  test('equal scores keep one order, however the lists come', () => {
    const there = fuseRanks([lists([place(9), place(1)], [place(1), place(9)])]);
    expect(there.map(({ ordinal }) => ordinal)).toEqual([9, 1]);
    expect(fuseRanks([lists([], [place(5, 'b')], [place(7, 'a')])]).map(({ fileId }) => fileId)).toEqual(['a', 'b']);
  });
});

const aChunk = (ordinal: number, text: string): Chunk => ({ ordinal, kind: 'text', page: null, heading: '', text });

const aShelf = async (models = new FixedEmbeddingModels()) => {
  const chunks = new InMemoryChunkRepository();
  const jobs = new InMemoryEmbeddingJobs(chunks);
  const vectors = new InMemoryVectorStore();
  const ledger = new RecordingLedger();
  const failures: unknown[] = [];
  const reranker = new WordReranker();
  reranker.isOff = true;
  const put = async (ownerId: string, fileId: string, texts: readonly string[], embeddings = models.current) => {
    const made = texts.map((text, at) => aChunk(at, text));
    await chunks.replace(ownerId, fileId, made);
    const { vectors: some } = await embeddings.embed(made.map(toIndexedText), 'document', signal);
    await vectors.upsert(
      embeddings.collection,
      { ownerId, fileId },
      some.map((vector, ordinal) => ({ ordinal, vector })),
    );
    await jobs.enqueue(ownerId, fileId, 0);
    await jobs.claim({ holder: 'h', now: 0, until: 1 });
    await jobs.complete(fileId, 'h', embeddings.collection.version);
  };
  const failed = (_: string, error: unknown) => void failures.push(error);
  const helper = new ScriptedHelper();
  const settings = rateLimits();
  const passages = aPassageFinder({
    chunks,
    vectors,
    jobs,
    models,
    reranker,
    helper,
    settings,
    ledger,
    failed,
  });
  const find = (
    scope: SearchScope,
    text: string,
    { signal: stop = signal, ...more }: Partial<PassageQuery> & { readonly signal?: AbortSignal } = {},
  ) => passages.execute([scope], { askerId: scope.ownerId, text, previous: [], limit: 50, ...more }, stop);
  return { put, find, vectors, chunks, ledger, failures, reranker, helper, settings };
};

const BY_WORDS = 'May the neighbours hear the pump at night?';

describe('passages for a question', () => {
  test('come best first, with their rank, as many as are asked for', async () => {
    const { put, find } = await aShelf();
    await put('ann', 'f', [
      'The pump stands still.',
      'The pump runs again after a pump reset.',
      'Nothing here.',
      'Of other matters.',
      'The pump is blue.',
    ]);
    const scope = { ownerId: 'ann', fileIds: ['f'] };
    const { considered } = await find(scope, 'When does the pump run after a reset?', { limit: 3 });
    expect(considered.map(({ finalRank }) => finalRank)).toEqual([1, 2, 3]);
    expect(considered[0]?.chunk.ordinal).toBe(1);
  });

  test.each([
    [
      'that compares meaning puts what is near to it before what shares words',
      true,
      'Quiet hours are from ten to six.',
    ],
    ['that compares words does not', false, BY_WORDS],
  ])('of an embedding model %s', async (_, comparesMeaning, first) => {
    /** Only what names the pump means something else. */
    class MeaningEmbedder extends WordEmbedder {
      override readonly comparesMeaning = comparesMeaning;

      override async embed(texts: readonly string[]): Promise<EmbeddingResult> {
        const vectors = texts.map((text) => Float32Array.from(/pump/.test(text) ? [0, 1] : [1, 0]));
        return { vectors, usage: { inputTokens: 1, estimated: false } };
      }
    }
    const { put, find } = await aShelf(new FixedEmbeddingModels(new MeaningEmbedder('meaning', 2)));
    await put('ann', 'f', [
      'Quiet hours are from ten to six.',
      ...Array.from({ length: 8 }, () => 'A pump.'),
      BY_WORDS,
    ]);
    const { considered } = await find(
      { ownerId: 'ann', fileIds: ['f'] },
      'When may the neighbours make noise at night?',
    );
    expect(considered[0]?.chunk.text).toBe(first);
  });

  test('to a question that leans on the one before are found by both, in one call and vector search', async () => {
    const embedder = new WordEmbedder();
    const { put, find, vectors } = await aShelf(new FixedEmbeddingModels(embedder));
    await put('ann', 'f', ['The lamp is green.', 'To descale the kettle, boil vinegar in it.', 'A kettle is loud.']);
    const scope = { ownerId: 'ann', fileIds: ['f'] };
    const before = embedder.asked.length;
    const found = await find(scope, 'And how do I descale it?', { previous: ['How often do I clean the kettle?'] });
    expect(found.considered[0]?.ordinal).toBe(1);
    expect(found.wordings.map(({ kind }) => kind)).toEqual(['question', 'previous']);
    expect(embedder.asked.slice(before)).toEqual([found.wordings.map(({ text }) => text)]);
    expect(vectors.searches).toBe(1);
  });

  test('are never of another person’s file, nor of a file that was not asked for', async () => {
    const { put, find } = await aShelf();
    await put('bob', 'secret', ['The pump code is 4711.']);
    await put('ann', 'mine', ['The pump is old.']);
    await put('ann', 'other', ['The pump code is 12.']);
    const { considered } = await find({ ownerId: 'ann', fileIds: ['mine', 'secret'] }, 'pump code');
    expect(considered.map(({ fileId }) => fileId)).toEqual(['mine']);
  });

  test('come by their words alone when the vectors do not answer, and operators are told', async () => {
    const { put, find, vectors, failures } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    vectors.broken = new Error('down');
    const found = await find({ ownerId: 'ann', fileIds: ['f'] }, 'pump');
    expect([found.vectors, found.considered.length, failures.length]).toEqual([false, 1, 1]);
  });

  test('of files with vectors of an earlier model are found by that model, as long as it can be asked', async () => {
    const [earlier, now] = [new WordEmbedder('earlier'), new WordEmbedder('now', 32)];
    const { put, find } = await aShelf(new FixedEmbeddingModels(now, earlier));
    await put('ann', 'old', ['Batteries last two years.'], earlier);
    await put('ann', 'new', ['The lamp has two batteries.'], now);
    const found = await find({ ownerId: 'ann', fileIds: ['old', 'new'] }, 'battery');
    expect(found.considered.map(({ fileId, vectorRank }) => [fileId, vectorRank]).sort()).toEqual([
      ['new', 1],
      ['old', 1],
    ]);
    const gone = await aShelf(new FixedEmbeddingModels(now));
    await gone.put('ann', 'old', ['Batteries last two years.'], earlier);
    const words = await gone.find({ ownerId: 'ann', fileIds: ['old'] }, 'batteries');
    expect([words.vectors, words.considered.length]).toEqual([false, 1]);
  });

  test('a vector whose chunk is gone brings nothing', async () => {
    const { put, find, chunks } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    await chunks.remove('ann', 'f');
    expect((await find({ ownerId: 'ann', fileIds: ['f'] }, 'pump')).considered).toEqual([]);
  });

  test('each question to a provider is a line of the ledger', async () => {
    const { put, find, ledger } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    await find({ ownerId: 'ann', fileIds: ['f'] }, 'pump');
    expect(ledger.calls).toEqual([
      expect.objectContaining({
        owner: 'user:ann',
        purpose: 'embedding',
        model: 'words',
        outputTokens: 0,
        estimated: false,
      }),
    ]);
  });
});

describe('a second look by a cross-encoder', () => {
  const scope = { ownerId: 'ann', fileIds: ['f'] };
  const texts = ['pump pump pump pump', 'When does the pump leak?', 'The pump is next due in May.'];

  test('orders the candidates where it is on', async () => {
    const { put, find, reranker } = await aShelf();
    await put('ann', 'f', texts);
    reranker.isOff = false;
    const { considered } = await find(scope, 'When is the pump next due?');
    expect(considered.map(({ ordinal }) => ordinal)).toEqual([2, 1, 0]);
    expect(reranker.asked).toHaveLength(1);
  });

  test('that fails leaves the order of the lists, and operators are told', async () => {
    const { put, find, reranker, failures } = await aShelf();
    await put('ann', 'f', texts);
    const before = await find(scope, 'pump');
    reranker.isOff = false;
    reranker.broken = new Error('crashed');
    expect(await find(scope, 'pump')).toEqual(before);
    expect(failures).toEqual([reranker.broken]);
  });

  test('is not asked about nothing', async () => {
    const { find, reranker } = await aShelf();
    reranker.isOff = false;
    expect((await find(scope, 'pump')).considered).toEqual([]);
    expect(reranker.asked).toEqual([]);
  });
});

describe('a second look by a model', () => {
  const scope = { ownerId: 'ann', fileIds: ['f'] };
  const texts = ['The pump is red.', 'The pump is due in May.', 'The pump is old.'];
  const helper = { requester: ann, lastAnswer: '', fileNames: ['f.txt'] };
  const allowed = async (answer: string | Error, isAllowed = true) => {
    const shelf = await aShelf();
    await shelf.put('ann', 'f', texts);
    const { features, ...rest } = await shelf.settings.current();
    await shelf.settings.change({ ...rest, features: { ...features, rankPassagesByModel: isAllowed } });
    shelf.helper.answers.set('reranking', answer);
    return { ...shelf, order: async () => shelf.find(scope, 'When is the pump due?', { helper }) };
  };
  const placesOf = ({ considered }: PassageSearchResult) => considered.map(({ ordinal }) => ordinal);

  test('puts what it names in front, the others follow as they were', async () => {
    const { order, helper: model } = await allowed('{"order": [3, 3, 99, 0, -1, 1.5, "2"]}');
    const before = await (await allowed('', false)).order();
    const found = await order();
    expect(found.secondLook).toBe('model');
    const third = placesOf(before)[2] ?? NaN;
    expect(placesOf(found)).toEqual([third, ...placesOf(before).filter((place) => place !== third)]);
    expect(model.requests.at(-1)).toMatchObject({ purpose: 'reranking' });
  });

  test('is not made unless an admin allows it, nor where a cross-encoder is on', async () => {
    const { order, helper: model } = await allowed('{"order": [3]}', false);
    expect((await order()).secondLook).toBe('features');
    const { reranker, ...other } = await allowed('{"order": [3]}');
    reranker.isOff = false;
    expect((await other.order()).secondLook).toBe('cross-encoder');
    const purposes = [...model.requests, ...other.helper.requests].map(({ purpose }) => purpose);
    expect(purposes).toEqual(['rewording', 'rewording']);
  });

  test.each(['', 'no', '{"order": []}', '{"order": "1"}', new Error('overloaded')])(
    'that answers %p leaves the order of the features',
    async (answer) => {
      const { order, failures } = await allowed(answer);
      const found = await order();
      expect([found.secondLook, found.considered.length]).toEqual(['features', 3]);
      expect(failures).toEqual(answer instanceof Error ? [answer] : []);
    },
  );
});

describe('a question that a model words anew', () => {
  const scope = { ownerId: 'ann', fileIds: ['f'] };
  const helper = { requester: ann, lastAnswer: '', fileNames: ['f.txt'] };
  const texts = ['The pump is red.', 'Entkalken: Essig aufkochen.', 'The lamp is old.'];

  test('is looked up by all wordings, each passage with the one that found it', async () => {
    const { put, find, helper: model } = await aShelf();
    await put('ann', 'f', texts);
    model.answers.set('rewording', '{"question": "", "wordings": ["Essig aufkochen zum Entkalken"], "terms": []}');
    const found = await find(scope, 'How is limescale removed?', { helper });
    expect(found.considered[0]).toMatchObject({ ordinal: 1, wording: 1 });
    expect(found.wordings[1]).toEqual({ kind: 'reworded', text: 'Essig aufkochen zum Entkalken' });
  });

  test('is looked up while the model thinks, and stops with the reply', async () => {
    const { put, chunks, find, helper: model } = await aShelf();
    await put('ann', 'f', texts);
    let answer = (): void => undefined;
    model.until = new Promise((resolve) => void (answer = resolve));
    const lookedUp = new Promise<void>((resolve) => void (chunks.onSearch = resolve));
    const found = find(scope, 'How is limescale removed?', { helper });
    await lookedUp; // although no model has answered
    answer();
    expect((await found).wordings).toHaveLength(1);
    await expect(find(scope, 'How?', { helper, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
  });
});

behavesLikeAReranker('fake', async () => new WordReranker());
