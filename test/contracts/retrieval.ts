import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import type {
  Chunk,
  ChunkRepository,
  Collection,
  EmbeddingJobs,
  FileExcerpts,
  Reranker,
  RetrievalTrace,
  RetrievalTraces,
  SearchScope,
  VectorStore,
} from '../../src/domain/retrieval/ports.ts';
import type { ChatRepository, MessageRepository } from '../../src/domain/chat/conversations/ports.ts';
import type { ReplyRepository } from '../../src/domain/chat/replies/ports/reply-store.ts';
import { aChat, aMessage, aReply, chatIdOf } from '../support/builders.ts';
import type { ReplyDetails } from '../../src/shared/reply-details.ts';

const aChunk = (ordinal: number, text: string, more: Partial<Chunk> = {}): Chunk => ({
  ordinal,
  kind: 'text',
  page: null,
  heading: '',
  text,
  ...more,
});
const ofAnn = (...fileIds: string[]) => ({ ownerId: 'ann', fileIds });
const ofBob = (...fileIds: string[]) => ({ ownerId: 'bob', fileIds });

/** What every store of chunks must do. Ann and Bob have accounts. */
export const behavesLikeAChunkRepository = (name: string, create: () => Promise<ChunkRepository>): void => {
  describe(`${name}: the chunks of files`, () => {
    let chunks: ChunkRepository;
    beforeEach(async () => void (chunks = await create()));
    const found = async (query: string, scope = ofAnn('f'), limit = 10) =>
      (await chunks.search(scope, query, limit)).map(({ ordinal }) => ordinal);

    test('come back as they were put, in reading order and in pages', async () => {
      const all = [
        aChunk(0, 'One', { page: 1, heading: 'A › B' }),
        aChunk(1, 'Zwei 🥞 größer', { kind: 'code' }),
        aChunk(2, 'Three', { kind: 'table', page: 2 }),
      ];
      await chunks.replace('ann', 'f', all);
      const kept = all.map((chunk) => ({ ...chunk, ownerId: 'ann', fileId: 'f' }));
      expect(await chunks.listByFile('ann', 'f', { from: 0, limit: 10 })).toEqual(kept);
      expect(await chunks.listByFile('ann', 'f', { from: 1, limit: 1 })).toEqual(kept.slice(1, 2));
      expect(
        await chunks.find(ofAnn('f'), [
          { fileId: 'f', ordinal: 2 },
          { fileId: 'f', ordinal: 9 },
          { fileId: 'other', ordinal: 0 },
        ]),
      ).toEqual(kept.slice(2));
    });

    test('are replaced all at once and removed all at once, with their words', async () => {
      await chunks.replace(
        'ann',
        'f',
        Array.from({ length: 250 }, (_, at) => aChunk(at, `apple ${at}`)),
      );
      await chunks.replace('ann', 'f', [aChunk(0, 'pear')]);
      expect([await found('apple'), await found('pear')]).toEqual([[], [0]]);
      await chunks.remove('ann', 'f');
      expect([await found('pear'), await chunks.listByFile('ann', 'f', { from: 0, limit: 9 })]).toEqual([[], []]);
    });

    test('are found by any of the words, those with more of them first', async () => {
      await chunks.replace('ann', 'f', [
        aChunk(0, 'The red pump'),
        aChunk(1, 'Of the weather'),
        aChunk(2, 'The red pump leaks at the valve'),
      ]);
      expect(await found('pump valve leaks')).toEqual([2, 0]);
      expect(await found('pump valve leaks', ofAnn('f'), 1)).toEqual([2]);
    });

    test('a missing word, signs alone and what looks like an operator find nothing and break nothing', async () => {
      await chunks.replace('ann', 'f', [aChunk(0, 'The red pump')]);
      for (const query of ['submarine', '', '   ', '"*+-()~<>@', '" OR 1=1 --', 'NEAR(', '\0'])
        expect([query, await found(query)]).toEqual([query, []]);
    });

    test('another person’s are never reached, not with their ids nor in their name', async () => {
      await chunks.replace('bob', 'secret', [aChunk(0, 'The code is 4711')]);
      await chunks.replace('ann', 'f', [aChunk(0, 'The code is 12')]);
      expect((await chunks.search(ofAnn('f', 'secret'), 'code 4711', 10)).map(({ fileId }) => fileId)).toEqual(['f']);
      expect(await chunks.search(ofBob('f'), 'code', 10)).toEqual([]);
      expect(await chunks.find(ofAnn('secret'), [{ fileId: 'secret', ordinal: 0 }])).toEqual([]);
      expect(await chunks.listByFile('ann', 'secret', { from: 0, limit: 9 })).toEqual([]);
      await chunks.remove('ann', 'secret');
      await expect(chunks.replace('ann', 'secret', [aChunk(0, 'mine now')])).rejects.toThrow();
      expect(await chunks.find(ofBob('secret'), [{ fileId: 'secret', ordinal: 0 }])).toHaveLength(1);
    });

    test('only the files that are named are searched', async () => {
      await chunks.replace('ann', 'f', [aChunk(0, 'pump')]);
      await chunks.replace('ann', 'g', [aChunk(0, 'pump')]);
      expect((await chunks.search(ofAnn('g'), 'pump', 10)).map(({ fileId }) => fileId)).toEqual(['g']);
      expect(await chunks.search(ofAnn(), 'pump', 10)).toEqual([]);
    });
  });
};

/** What searching by words in full-text indexes adds to that: forms of words, all scripts. */
export const findsWordForms = (name: string, create: () => Promise<ChunkRepository>): void => {
  test(`${name}: words are found in other forms, by headings, without accents, in code, unspaced`, async () => {
    const chunks = await create();
    await chunks.replace('ann', 'f', [
      aChunk(0, 'Each battery lasts two years.'),
      aChunk(1, 'Les élèves arrivent à huit heures.'),
      aChunk(2, 'const maxRetryCount = 5;', { kind: 'code' }),
      aChunk(3, '電池は二年もちます。'),
      aChunk(4, 'Nothing of it.', { heading: 'Warranty' }),
      aChunk(5, 'Die Wartung der Anlagen erfolgt jährlich.'),
    ]);
    const best = async (query: string) => (await chunks.search(ofAnn('f'), query, 1)).map(({ ordinal }) => ordinal);
    expect(await best('How long do batteries last?')).toEqual([0]);
    expect(await best('eleve arrive')).toEqual([1]);
    expect(await best('retry count')).toEqual([2]);
    expect(await best('電池')).toEqual([3]);
    expect(await best('warranties')).toEqual([4]);
    expect(await best('Wann wird die Anlage gewartet, und wie ist die Wartung?')).toEqual([5]);
    expect(await best('what is it')).toHaveLength(1);
  });
};

const ONE: Collection = { version: 'test/one@4', dimensions: 4 };
const TWO: Collection = { version: 'test/two@2', dimensions: 2 };
const vector = (...parts: number[]) => Float32Array.from(parts);

/** What every store of vectors must do. Ann and Bob have accounts. */
export const behavesLikeAVectorStore = (name: string, create: () => Promise<VectorStore>): void => {
  describe(`${name}: vectors`, () => {
    let vectors: VectorStore;
    beforeEach(async () => void (vectors = await create()));
    const annF = { ownerId: 'ann', fileId: 'f' };
    const nearest = async (at: Collection, scope: SearchScope, query: Float32Array, limit = 10) =>
      (await vectors.search(at, scope, { vectors: [query], limit }))[0] ?? [];
    const near = (scope = ofAnn('f'), query = vector(1, 0, 0, 0), limit = 10) => nearest(ONE, scope, query, limit);

    test('the nearest by angle come first, with how near they are', async () => {
      await vectors.upsert(ONE, annF, [
        { ordinal: 0, vector: vector(0, 1, 0, 0) },
        { ordinal: 1, vector: vector(1, 0, 0, 0) },
        { ordinal: 2, vector: vector(0.8, 0.6, 0, 0) },
      ]);
      const hits = await near();
      expect(hits.map(({ ordinal }) => ordinal)).toEqual([1, 2, 0]);
      expect(hits.map(({ score }) => Math.round(score * 10) / 10)).toEqual([1, 0.8, 0]);
      expect(await near(ofAnn('f'), vector(1, 0, 0, 0), 2)).toHaveLength(2);
    });

    test('several are looked for at once, each with a list of its own', async () => {
      await vectors.upsert(ONE, annF, [
        { ordinal: 0, vector: vector(0, 1, 0, 0) },
        { ordinal: 1, vector: vector(1, 0, 0, 0) },
      ]);
      const both = { vectors: [vector(1, 0, 0, 0), vector(0, 1, 0, 0)], limit: 1 };
      const lists = await vectors.search(ONE, ofAnn('f'), both);
      expect(lists.map((hits) => hits.map(({ ordinal }) => ordinal))).toEqual([[1], [0]]);
      expect(await vectors.search(TWO, ofAnn('f'), { vectors: [vector(1, 0), vector(0, 1)], limit: 1 })).toEqual([
        [],
        [],
      ]);
      expect(await vectors.search(ONE, ofAnn(), both)).toEqual([[], []]);
      expect(await vectors.search(ONE, ofAnn('f'), { vectors: [], limit: 1 })).toEqual([]);
    });

    test('written again they are replaced, many at a time', async () => {
      const many = Array.from({ length: 300 }, (_, ordinal) => ({ ordinal, vector: vector(0, 1, 0, 0) }));
      await vectors.upsert(ONE, annF, many);
      await vectors.upsert(ONE, annF, [{ ordinal: 250, vector: vector(1, 0, 0, 0) }]);
      expect((await near())[0]).toMatchObject({ ordinal: 250 });
      expect(await near(ofAnn('f'), vector(0, 1, 0, 0), 1000)).toHaveLength(300);
    });

    test('those of another model are another collection, and one that was never made is empty', async () => {
      await vectors.upsert(TWO, annF, [{ ordinal: 0, vector: vector(1, 0) }]);
      expect(await near()).toEqual([]);
      expect(await nearest(TWO, ofAnn('f'), vector(1, 0))).toHaveLength(1);
    });

    test('another person’s are never reached, also by forged files and names', async () => {
      await vectors.upsert(ONE, { ownerId: 'bob', fileId: 'secret' }, [{ ordinal: 0, vector: vector(1, 0, 0, 0) }]);
      await vectors.upsert(ONE, annF, [{ ordinal: 0, vector: vector(0, 1, 0, 0) }]);
      expect((await near(ofAnn('f', 'secret'))).map(({ fileId }) => fileId)).toEqual(['f']);
      for (const forged of ['secret', '*', '%', '" OR owner_id = "bob', '{"should":[]}'])
        expect(await near(ofAnn(forged))).toEqual([]);
      expect(await near(ofBob('f'))).toEqual([]);
      expect(await near(ofAnn())).toEqual([]);
      await vectors.removeFile('ann', 'secret');
      expect(await near(ofBob('secret'))).toHaveLength(1);
    });

    test('go with their file from every collection, or from all but one', async () => {
      for (const at of [ONE, TWO])
        await vectors.upsert(at, annF, [{ ordinal: 0, vector: at === ONE ? vector(1, 0, 0, 0) : vector(1, 0) }]);
      await vectors.upsert(ONE, { ownerId: 'ann', fileId: 'g' }, [{ ordinal: 0, vector: vector(1, 0, 0, 0) }]);
      await vectors.removeFile('ann', 'f', TWO.version);
      expect([await near(), await near(ofAnn('g'))].map(({ length }) => length)).toEqual([0, 1]);
      expect(await nearest(TWO, ofAnn('f'), vector(1, 0))).toHaveLength(1);
      await vectors.removeFile('ann', 'f');
      expect(await nearest(TWO, ofAnn('f'), vector(1, 0))).toEqual([]);
    });
  });
};

/** What every queue of files to embed must do. */
export const behavesLikeEmbeddingJobs = (
  name: string,
  create: () => Promise<{ jobs: EmbeddingJobs; chunks: ChunkRepository }>,
): void => {
  describe(`${name}: files to embed`, () => {
    let jobs: EmbeddingJobs;
    let chunks: ChunkRepository;
    beforeEach(async () => void ({ jobs, chunks } = await create()));
    const claim = (now: number, holder = 'p1') => jobs.claim({ holder, now, until: now + 100 });

    test('are taken by one process, the longest waiting first, and again when its lease is over', async () => {
      await jobs.enqueue('ann', 'late', 20);
      await jobs.enqueue('ann', 'f', 10);
      expect(await claim(9)).toBeUndefined();
      expect(await claim(30)).toEqual({
        fileId: 'f',
        ownerId: 'ann',
        work: 'embed',
        attempts: 1,
        collection: null,
        progress: null,
      });
      expect(await claim(30, 'p2')).toMatchObject({ fileId: 'late' });
      expect(await claim(30, 'p3')).toBeUndefined();
      expect(await jobs.renew('f', 'p1', 250)).toBe(true);
      expect(await claim(200, 'p3')).toMatchObject({ fileId: 'late', attempts: 2 });
      expect(await claim(250, 'p3')).toMatchObject({ fileId: 'f', attempts: 2 });
      expect([
        await jobs.renew('f', 'p1', 900),
        await jobs.complete('f', 'p1', 'c@1'),
        await jobs.fail('f', 'p1'),
      ]).toEqual([false, false, false]);
    });

    test('go round by owner, also across processes, and keep the order of each', async () => {
      for (const [at, id] of ['large1', 'large2', 'large3'].entries()) await jobs.enqueue('ann', id, at);
      const ids = [(await claim(10))?.fileId];
      await jobs.enqueue('bob', 'tiny', 11);
      for (const holder of ['p1', 'p2', 'p1', 'p2']) ids.push((await claim(20, holder))?.fileId);
      expect(ids).toEqual(['large1', 'tiny', 'large2', 'large3', undefined]);
      await jobs.enqueue('bob', 'b2', 30);
      await jobs.enqueue('bob', 'b1', 29);
      await jobs.enqueue('ann', 'a1', 31);
      const later = [await claim(40, 'p3'), await claim(40), await claim(40), await claim(40)];
      expect(later.map((each) => each?.fileId)).toEqual(['b1', 'a1', 'b2', undefined]);
    });

    test('go on where they were, and from the start when they are to be embedded again', async () => {
      await jobs.enqueue('ann', 'f', 0);
      await claim(10);
      const progress = { version: 'c@1', embedded: 256, total: 1000 };
      expect(await jobs.renew('f', 'p1', 110, progress)).toBe(true);
      expect(await jobs.renew('f', 'p1', 120)).toBe(true);
      expect(await jobs.reschedule('f', 'p1', { dueAt: 20, forget: true })).toBe(true);
      expect(await jobs.reschedule('f', 'p1', { dueAt: 30, forget: true })).toBe(false);
      expect(await claim(20, 'p2')).toMatchObject({ fileId: 'f', attempts: 1, progress });
      await jobs.enqueue('ann', 'f', 30);
      expect(await claim(30)).toMatchObject({ progress: null });
    });

    test('say whether another owner waits', async () => {
      await jobs.enqueue('ann', 'f', 0);
      await jobs.enqueue('ann', 'g', 0);
      expect(await jobs.isAnotherDue('ann', 10)).toBe(false);
      await jobs.enqueue('bob', 'b', 20);
      expect([await jobs.isAnotherDue('ann', 19), await jobs.isAnotherDue('ann', 20)]).toEqual([false, true]);
      await jobs.claim({ holder: 'p2', now: 20, until: 900 });
      await jobs.claim({ holder: 'p3', now: 20, until: 900 });
      await jobs.claim({ holder: 'p4', now: 20, until: 900 });
      expect(await jobs.isAnotherDue('ann', 30)).toBe(false);
    });

    test('of one who has nothing due leave the turn to the others', async () => {
      await jobs.enqueue('bob', 'b', 0);
      await jobs.enqueue('ann', 'a1', 1);
      await jobs.enqueue('ann', 'a2', 2);
      await claim(10);
      await jobs.reschedule('b', 'p1', { dueAt: 100, forget: false });
      expect([await claim(20), await claim(20)].map((each) => each?.fileId)).toEqual(['a1', 'a2']);
      expect(await claim(100)).toMatchObject({ fileId: 'b' });
    });

    test('are listed for their owner in the order in which they are taken, those without vectors alone', async () => {
      for (const [at, id] of ['c', 'a', 'b'].entries()) await jobs.enqueue('ann', id, at);
      await jobs.enqueue('bob', 'his', 0);
      await claim(10);
      await claim(10);
      expect(await jobs.listQueue('ann')).toEqual([
        { fileId: 'c', isRunning: true },
        { fileId: 'a', isRunning: false },
        { fileId: 'b', isRunning: false },
      ]);
      await jobs.reschedule('c', 'p1', { dueAt: 500, forget: true });
      expect((await jobs.listQueue('ann'))[0]).toEqual({ fileId: 'c', isRunning: false });
      await claim(20);
      await jobs.complete('a', 'p1', ONE.version);
      await jobs.enqueue('ann', 'a', 30);
      expect((await jobs.listQueue('ann')).map(({ fileId }) => fileId)).toEqual(['c', 'b']);
    });

    test('that are new come before the same owner’s old ones with vectors of another model', async () => {
      for (const id of ['old1', 'old2']) {
        await jobs.enqueue('ann', id, 0);
        await claim(1);
        await jobs.complete(id, 'p1', TWO.version);
        await chunks.replace('ann', id, [aChunk(0, 'text')]);
      }
      await jobs.enqueueOutdated(ONE.version, 10);
      await jobs.enqueue('ann', 'new', 20);
      await jobs.enqueue('bob', 'his', 30);
      const taken = [await claim(40), await claim(40), await claim(40), await claim(40)];
      expect(taken.map((each) => each?.fileId)).toEqual([
        'his',
        'new',
        expect.stringMatching('old'),
        expect.anything(),
      ]);
    });

    test('at the same time by several processes, each is taken once', async () => {
      for (const id of ['a', 'b', 'c']) await jobs.enqueue('ann', id, 0);
      const taken = await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5'].map((holder) => claim(1, holder)));
      const ids = taken.flatMap((each) => each?.fileId ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      while (ids.length < 3) ids.push((await claim(1, 'p6'))?.fileId ?? '');
      expect(ids.sort()).toEqual(['a', 'b', 'c']);
    });

    test('know where the vectors of embedded files are, for their owner alone', async () => {
      await jobs.enqueue('ann', 'f', 0);
      await claim(1);
      expect(await jobs.listCollections(ofAnn('f'))).toEqual([]);
      expect(await jobs.complete('f', 'p1', ONE.version)).toBe(true);
      expect(await jobs.listCollections(ofAnn('f', 'g'))).toEqual([ONE]);
      expect([await jobs.listCollections(ofBob('f')), await jobs.listCollections(ofAnn())]).toEqual([[], []]);
      expect(await claim(1000)).toBeUndefined();
    });

    test('wait as long as they are put off, and what is given up comes back only when asked for', async () => {
      await jobs.enqueue('ann', 'f', 0);
      await claim(1);
      await jobs.reschedule('f', 'p1', { dueAt: 50, forget: false });
      expect([await claim(49), await claim(50)]).toEqual([undefined, expect.objectContaining({ attempts: 2 })]);
      await jobs.reschedule('f', 'p1', { dueAt: 60, forget: true });
      expect(await claim(60)).toMatchObject({ attempts: 1 });
      expect(await jobs.fail('f', 'p1')).toBe(true);
      expect(await claim(9999)).toBeUndefined();
      await jobs.enqueue('ann', 'f', 9999);
      expect(await claim(9999)).toMatchObject({ fileId: 'f', attempts: 1 });
    });

    test('of a removed file are forgotten, or become the removal of its vectors', async () => {
      for (const id of ['f', 'g']) await jobs.enqueue('ann', id, 0);
      await claim(1);
      await jobs.cancel('bob', 'f', undefined);
      await jobs.cancel('ann', 'f', undefined);
      expect(await jobs.renew('f', 'p1', 99)).toBe(false);
      await jobs.cancel('ann', 'g', { now: 5 });
      expect(await claim(5)).toMatchObject({ fileId: 'g', work: 'remove' });
      await jobs.forget('g', 'p1');
      expect(await claim(9999)).toBeUndefined();
    });

    test('are all whose vectors are of another model; vectors without chunks are to be removed', async () => {
      for (const id of ['old', 'new', 'orphan']) {
        await jobs.enqueue('ann', id, 0);
        await claim(1);
        await jobs.complete(id, 'p1', id === 'new' ? ONE.version : TWO.version);
        if (id !== 'orphan') await chunks.replace('ann', id, [aChunk(0, 'text')]);
      }
      await jobs.enqueueOutdated(ONE.version, 10);
      const taken = [await claim(10), await claim(10), await claim(10)].map(
        (each) => each && [each.fileId, each.work, each.collection],
      );
      expect(taken.sort()).toEqual([['old', 'embed', TWO.version], ['orphan', 'remove', TWO.version], undefined]);
    });

    test('are due again from the start when vectors are stored elsewhere, and only then', async () => {
      for (const id of ['done', 'begun']) {
        await chunks.replace('ann', id, [aChunk(0, 'text')]);
        await jobs.enqueue('ann', id, 0);
        await claim(1);
        if (id === 'done') await jobs.complete(id, 'p1', ONE.version);
        else await jobs.renew(id, 'p1', 1000, { version: ONE.version, embedded: 1, total: 2 });
      }
      for (const store of ['here', 'here']) await jobs.useStore(store, 2);
      expect(await claim(3)).toBeUndefined();
      await jobs.useStore('there', 4);
      const taken = [await claim(5), await claim(5)].map(
        (each) => each && [each.fileId, each.collection, each.progress],
      );
      expect(taken).toEqual([
        ['begun', null, null],
        ['done', ONE.version, null],
      ]);
      expect(await jobs.renew('begun', 'p1', 9)).toBe(true);
    });
  });
};

export const aTrace = (more: Partial<RetrievalTrace> = {}): RetrievalTrace => ({
  query: 'größer?',
  vectors: true,
  wordings: [
    { kind: 'question', text: 'größer?' },
    { kind: 'reworded', text: 'Words of f' },
  ],
  secondLook: 'features',
  considered: [
    {
      fileId: 'f',
      fileName: 'a.pdf',
      page: 3,
      heading: 'H',
      excerpt: 'E',
      keywordRank: 1,
      vectorRank: null,
      score: 0.016,
      finalRank: 1,
      wording: 0,
      given: true,
      source: 1,
    },
  ],
  files: [{ fileId: 'f', fileName: 'a.pdf', how: 'passages', note: '', given: 3, total: 40 }],
  ...more,
});

interface TraceFixture {
  readonly traces: RetrievalTraces;
  readonly replies: ReplyRepository;
  readonly users?: UserRepository;
}

/** What every store of traces must do. */
export const behavesLikeRetrievalTraces = (name: string, create: () => Promise<TraceFixture>): void => {
  test(`${name}: a reply's trace is its owner's alone, and goes with the reply`, async () => {
    const { traces, replies } = await create();
    await replies.create(aReply({ id: 'r1' }));
    await traces.save('r1', 'user:ann', aTrace());
    await traces.save('r1', 'user:ann', aTrace({ vectors: false }));
    expect(await traces.find('r1', 'user:ann')).toEqual(aTrace({ vectors: false }));
    expect([await traces.find('r1', 'user:bob'), await traces.find('r2', 'user:ann')]).toEqual([undefined, undefined]);
    await expect(traces.save('gone', 'user:ann', aTrace())).resolves.toBeUndefined();
  });
};

interface ExcerptFixture {
  readonly excerpts: FileExcerpts;
  readonly traces: RetrievalTraces;
  readonly replies: ReplyRepository;
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
}

export const ofFile = (id: string, page = '') => ({
  id: `s-${id}${page}`,
  title: `${id}.pdf`,
  url: `/?file=${id}${page}`,
  snippet: `Words of ${id}`,
});
const GONE = { title: 'Deleted file', snippet: '' };
const mark = (index: number, source: number, passage: string) => ({ index, source, supported: true, passage });
const unsupported = { index: 3, source: 2, supported: false, passage: '' };

const SOURCES = [ofFile('f'), ofFile('f', '&page=3'), ofFile('f2'), { ...ofFile('web'), url: 'https://e.org/?file=f' }];
const SOURCES_LEFT = [
  { ...ofFile('f'), ...GONE },
  { ...ofFile('f', '&page=3'), ...GONE, url: '/?file=f' },
  ofFile('f2'),
  { ...ofFile('web'), url: 'https://e.org/?file=f' },
];
const CITATIONS = {
  checked: 3,
  supported: 3,
  marks: [
    mark(0, 1, 'Words of f'),
    mark(1, 3, 'Words of f2'),
    mark(2, 4, 'web'),
    { ...unsupported, closest: 'Words of f' },
  ],
};
const CITATIONS_LEFT = {
  ...CITATIONS,
  marks: [mark(0, 1, ''), mark(1, 3, 'Words of f2'), mark(2, 4, 'web'), unsupported],
};
const details = (of: Pick<ReplyDetails, 'sources' | 'citations'>): ReplyDetails => ({
  steps: [],
  thinking: '',
  images: [],
  document: null,
  corrections: [],
  relatedQuestions: [],
  synthesis: '',
  insteadOf: null,
  ...of,
});

/** What every store must do that takes deleted files out of replies. */
export const removesFilesFromReplies = (name: string, create: () => Promise<ExcerptFixture>): void => {
  describe(`${name}: a deleted file`, () => {
    const setup = async (ownerId: string) => {
      const world = await create();
      const chat = await world.chats.create(
        aChat({ id: chatIdOf(ownerId), key: `key of ${ownerId}`, ownerId, sources: SOURCES }),
      );
      await world.messages.add(chat.key, [
        aMessage({ id: 'm1', role: 'assistant', details: details({ sources: SOURCES, citations: CITATIONS }) }),
      ]);
      const reply = aReply({ id: `r of ${ownerId}`, owner: `user:${ownerId}` });
      await world.replies.create(reply);
      const batches = [
        {
          first: 0,
          events: [
            { type: 'sources' as const, sources: SOURCES },
            { type: 'text' as const, text: 'Words [1]' },
          ],
        },
        { first: 2, events: [{ type: 'citations' as const, citations: CITATIONS }] },
      ];
      await world.replies.append(batches.map((batch) => ({ reply, batch })));
      const considered = ['f', 'f2'].map((fileId) => ({
        fileId,
        fileName: `${fileId}.pdf`,
        page: 3,
        heading: 'H',
        excerpt: 'E',
        keywordRank: 1,
        vectorRank: null,
        score: 1,
        finalRank: 1,
        wording: 0,
        given: true,
        source: 1,
      }));
      const files = ['f', 'f2'].map((fileId) => ({
        fileId,
        fileName: `${fileId}.pdf`,
        how: 'passages' as const,
        note: 'N',
        given: 3,
        total: 40,
      }));
      await world.traces.save(`r of ${ownerId}`, `user:${ownerId}`, aTrace({ considered, files }));
      const read = async () => ({
        chat: (await world.chats.find(ownerId, chat.id))?.sources,
        message: (await world.messages.find(chat.key, 'm1'))?.details,
        events: (await world.replies.listEvents(`r of ${ownerId}`, 0)).flatMap(({ events }) => events),
        trace: await world.traces.find(`r of ${ownerId}`, `user:${ownerId}`),
      });
      return { world, read, considered, files };
    };

    test('leaves its place in sources, marks, streams and traces, and none of its words', async () => {
      const { world, read, considered, files } = await setup('ann');
      await world.excerpts.remove('ann', 'f');
      const { chat, message, events, trace } = await read();
      expect(chat).toEqual(SOURCES_LEFT);
      expect(message).toEqual(details({ sources: SOURCES_LEFT, citations: CITATIONS_LEFT }));
      expect(events).toEqual([
        { type: 'sources', sources: SOURCES_LEFT },
        { type: 'text', text: 'Words [1]' },
        { type: 'citations', citations: CITATIONS_LEFT },
      ]);
      expect(trace?.considered).toEqual([
        { ...considered[0], fileName: 'Deleted file', heading: '', excerpt: '' },
        considered[1],
      ]);
      expect(trace?.wordings).toEqual([
        { kind: 'question', text: 'größer?' },
        { kind: 'reworded', text: '' },
      ]);
      expect(trace?.files).toEqual([{ ...files[0], fileName: 'Deleted file', note: '' }, files[1]]);
      await world.excerpts.remove('ann', 'f');
      expect(await read()).toEqual({ chat, message, events, trace });
    });

    test('of somebody else changes nothing', async () => {
      const { world, read } = await setup('bob');
      const before = await read();
      await world.excerpts.remove('ann', 'f');
      expect(await read()).toEqual(before);
    });
  });
};

/** What every cross-encoder that is on must do. */
export const behavesLikeAReranker = (name: string, create: () => Promise<Reranker>): void => {
  describe(`${name}: a second look at passages`, () => {
    const { signal } = new AbortController();
    const question = 'How long does the battery of the lamp last?';
    const texts = ['Opening hours of the library.', 'The battery of the lamp will last two years.', ''];

    test('gives one finite score per text, in their order, the highest to the one that answers', async () => {
      const scores = (await (await create()).score(question, texts, signal)) ?? [];
      expect(scores).toHaveLength(texts.length);
      expect(scores.every(Number.isFinite)).toBe(true);
      expect(scores.indexOf(Math.max(...scores))).toBe(1);
      expect(await (await create()).score(question, [], signal)).toEqual([]);
    });

    test('ends when its caller gives up', async () => {
      const reranker = await create();
      await expect(reranker.score(question, texts, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    });
  });
};
