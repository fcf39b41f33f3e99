import { fuseRanks } from '../../../src/domain/retrieval/fuse-ranks.ts';
import { FindPassages } from '../../../src/domain/retrieval/find-passages.ts';
import { toIndexedText } from '../../../src/domain/retrieval/chunk.ts';
import type { Chunk } from '../../../src/domain/retrieval/ports.ts';
import { NoReranker } from '../../../src/adapters/embeddings/no-reranker.ts';
import { behavesLikeAReranker } from '../../contracts/retrieval.ts';
import { RecordingLedger } from '../../fakes/reply-ports.ts';
import {
  InMemoryChunkRepository,
  InMemoryEmbeddingJobs,
  InMemoryVectorStore,
  FixedEmbeddingModels,
  WordEmbedder,
  WordReranker,
} from '../../fakes/retrieval.ts';

const place = (ordinal: number, fileId = 'f') => ({ fileId, ordinal });
const { signal } = new AbortController();

describe('one ranking of words and vectors', () => {
  test('what stands in both lists comes before what stands in one', () => {
    const fused = fuseRanks([place(1), place(2)], [[place(3), place(2)]]);
    expect(fused.map(({ ordinal, keywordRank, vectorRank }) => [ordinal, keywordRank, vectorRank])).toEqual([
      [2, 2, 2],
      [1, 1, null],
      [3, null, 1],
    ]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 62);
  });

  test('equal scores keep one order, however the lists come', () => {
    const there = fuseRanks([place(9), place(1)], [[place(1), place(9)]]);
    expect(there.map(({ ordinal }) => ordinal)).toEqual([9, 1]);
    expect(fuseRanks([], [[place(5, 'b')], [place(7, 'a')]]).map(({ fileId }) => fileId)).toEqual(['a', 'b']);
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
  const find = new FindPassages({
    chunks,
    vectors,
    jobs,
    models,
    reranker,
    ledger,
    failed: (_, error) => void failures.push(error),
  });
  return { put, find, vectors, chunks, ledger, failures, reranker };
};

describe('passages for a question', () => {
  test('are at most the five best chunks, with neighbours put together in reading order', async () => {
    const { put, find } = await aShelf();
    await put('ann', 'f', [
      'The pump stands still.',
      'The pump runs again after a pump reset.',
      'Nothing here.',
      'Of other matters.',
      'The pump is blue.',
    ]);
    const { passages, considered } = await find.execute(
      { ownerId: 'ann', fileIds: ['f'] },
      'When does the pump run after a reset?',
      signal,
    );
    expect(passages.flat().length).toBeLessThanOrEqual(5);
    for (const passage of passages)
      expect(passage.map(({ ordinal }) => ordinal)).toEqual(passage.map((_, at) => (passage[0]?.ordinal ?? 0) + at));
    expect(considered[0]?.chunk.ordinal).toBe(1);
  });

  test('are never of another person’s file, nor of a file that was not asked for', async () => {
    const { put, find } = await aShelf();
    await put('bob', 'secret', ['The pump code is 4711.']);
    await put('ann', 'mine', ['The pump is old.']);
    await put('ann', 'other', ['The pump code is 12.']);
    const { considered } = await find.execute({ ownerId: 'ann', fileIds: ['mine', 'secret'] }, 'pump code', signal);
    expect(considered.map(({ fileId }) => fileId)).toEqual(['mine']);
  });

  test('come by their words alone when the vectors do not answer, and operators are told', async () => {
    const { put, find, vectors, failures } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    vectors.broken = new Error('down');
    const found = await find.execute({ ownerId: 'ann', fileIds: ['f'] }, 'pump', signal);
    expect([found.vectors, found.passages.length, failures.length]).toEqual([false, 1, 1]);
  });

  test('of files with vectors of an earlier model are found by that model, as long as it can be asked', async () => {
    const [earlier, now] = [new WordEmbedder('earlier'), new WordEmbedder('now', 32)];
    const { put, find } = await aShelf(new FixedEmbeddingModels(now, earlier));
    await put('ann', 'old', ['Batteries last two years.'], earlier);
    await put('ann', 'new', ['The lamp has two batteries.'], now);
    const found = await find.execute({ ownerId: 'ann', fileIds: ['old', 'new'] }, 'battery', signal);
    expect(found.considered.map(({ fileId, vectorRank }) => [fileId, vectorRank]).sort()).toEqual([
      ['new', 1],
      ['old', 1],
    ]);
    const gone = await aShelf(new FixedEmbeddingModels(now));
    await gone.put('ann', 'old', ['Batteries last two years.'], earlier);
    const words = await gone.find.execute({ ownerId: 'ann', fileIds: ['old'] }, 'batteries', signal);
    expect([words.vectors, words.passages.length]).toEqual([false, 1]);
  });

  test('a vector whose chunk is gone brings nothing', async () => {
    const { put, find, chunks } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    await chunks.remove('ann', 'f');
    expect((await find.execute({ ownerId: 'ann', fileIds: ['f'] }, 'pump', signal)).considered).toEqual([]);
  });

  test('each question to a provider is a line of the ledger', async () => {
    const { put, find, ledger } = await aShelf();
    await put('ann', 'f', ['The pump is old.']);
    await find.execute({ ownerId: 'ann', fileIds: ['f'] }, 'pump', signal);
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
    const { considered } = await find.execute(scope, 'When is the pump next due?', signal);
    expect(considered.map(({ ordinal }) => ordinal)).toEqual([2, 1, 0]);
    expect(reranker.asked).toHaveLength(1);
  });

  test('that fails leaves the order of the lists, and operators are told', async () => {
    const { put, find, reranker, failures } = await aShelf();
    await put('ann', 'f', texts);
    const before = await find.execute(scope, 'pump', signal);
    reranker.isOff = false;
    reranker.broken = new Error('crashed');
    expect(await find.execute(scope, 'pump', signal)).toEqual(before);
    expect(failures).toEqual([reranker.broken]);
  });

  test('is not asked about nothing', async () => {
    const { find, reranker } = await aShelf();
    reranker.isOff = false;
    expect((await find.execute(scope, 'pump', signal)).considered).toEqual([]);
    expect(reranker.asked).toEqual([]);
  });
});

behavesLikeAReranker('fake', async () => new WordReranker());

test('without a cross-encoder there are no scores', async () => {
  expect(await new NoReranker().score()).toBeUndefined();
});
