import { jest } from '@jest/globals';

import { fillVectorBlocks } from '../../../../migrations/0086-fill-vector-blocks.ts';
import { hashWords } from '../../../../src/adapters/embeddings/hashed-words.ts';
import { SqlChatRepository } from '../../../../src/adapters/sql/chat/chat-repository.ts';
import { Database } from '../../../../src/adapters/sql/database.ts';
import { tokenizeChunkQuery } from '../../../../src/adapters/sql/retrieval/chunk-tokens.ts';
import { EmbeddedVectorStore } from '../../../../src/adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlEmbeddingJobs } from '../../../../src/adapters/sql/retrieval/embedding-jobs.ts';
import { SqlChunkRepository } from '../../../../src/adapters/sql/retrieval/file-chunks.ts';
import { SqlReplyRepository } from '../../../../src/adapters/sql/chat/reply-repository.ts';
import { SqlFileExcerpts } from '../../../../src/adapters/sql/files/file-excerpts.ts';
import { SqlMessageRepository } from '../../../../src/adapters/sql/chat/message-repository.ts';
import { SqlRetrievalTraces } from '../../../../src/adapters/sql/retrieval/retrieval-traces.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import {
  aTrace,
  behavesLikeAChunkRepository,
  behavesLikeEmbeddingJobs,
  behavesLikeRetrievalTraces,
  behavesLikeAVectorStore,
  findsWordForms,
  removesFilesFromReplies,
} from '../../../contracts/retrieval.ts';
import { aChat, aReply, aUser, chatIdOf } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

jest.setTimeout(60_000);

describeEachDatabase(({ open, engine }) => {
  const peopled = async () => {
    const db = await open();
    for (const uid of ['ann', 'bob']) {
      await new SqlUserRepository(db).add(aUser({ uid }));
      await db.connection('file_owners').insert({ id: uid, uid });
    }
    return db;
  };
  /** As on a platform for which there is no sqlite-vec. */
  const withoutExtension = (db: Database) => new Database({ ...db.dialect, vectorDistances: () => undefined });

  behavesLikeAChunkRepository('SQL', async () => new SqlChunkRepository(await peopled()));
  findsWordForms('SQL', async () => new SqlChunkRepository(await peopled()));
  behavesLikeAVectorStore('SQL', async () => new EmbeddedVectorStore(await peopled()));
  if (engine === 'sqlite')
    behavesLikeAVectorStore(
      'SQL without the extension',
      async () => new EmbeddedVectorStore(withoutExtension(await peopled())),
    );
  behavesLikeEmbeddingJobs('SQL', async () => {
    const db = await peopled();
    return { jobs: new SqlEmbeddingJobs(db), chunks: new SqlChunkRepository(db) };
  });
  describe('of an owner with thousands of chunks', () => {
    const SIZE = 5100;
    const scope = { ownerId: 'ann', fileIds: ['f', 'secret'] };
    const filled = async () => {
      const db = await peopled();
      const chunks = new SqlChunkRepository(db);
      const text = (at: number) => (at === 4321 ? 'pump valve membrane' : at % 3 === 0 ? 'pump pump valve' : 'pump');
      const all = Array.from({ length: SIZE }, (_, ordinal) => ({
        ordinal,
        kind: 'text' as const,
        page: null,
        heading: '',
        text: text(ordinal),
      }));
      await chunks.replace('ann', 'f', all);
      await chunks.replace('bob', 'secret', all.slice(0, 600));
      return { db, chunks };
    };

    test('a rare word finds its passage beside one that stands everywhere, which alone still finds some', async () => {
      const { chunks } = await filled();
      const both = await chunks.search(scope, 'Which pump has a membrane?', 50);
      expect(both[0]).toMatchObject({ fileId: 'f', ordinal: 4321 });
      for (const query of ['pump', 'valve of the pump', 'pump submarine']) {
        const hits = await chunks.search(scope, query, 50);
        expect([query, hits.length, new Set(hits.map(({ fileId }) => fileId))]).toEqual([query, 50, new Set(['f'])]);
        expect(new Set(hits.map(({ ordinal }) => ordinal)).size).toBe(50);
      }
      const [best] = await chunks.search(scope, 'valve of the pump', 50);
      expect((best?.ordinal ?? 1) % 3).toBe(0);
    });

    if (engine === 'mysql')
      test('MariaDB searches by the rare words alone, and a file that is small in one look at all of it', async () => {
        const { db, chunks } = await filled();
        const look = (fileIds: readonly string[], words: readonly string[]) =>
          db.dialect.selectiveWords(db.connection, { ownerId: 'ann', fileIds }, words);
        const [pump = '', membrane = ''] = ['pump', 'membrane'].map((word) => tokenizeChunkQuery('ann', word)[0] ?? '');
        await chunks.replace(
          'ann',
          'large',
          Array.from({ length: 8000 }, (_, ordinal) => ({
            ordinal,
            kind: 'text',
            page: null,
            heading: '',
            text: 'pump',
          })),
        );
        await chunks.replace('ann', 'small', [
          { ordinal: 0, kind: 'text', page: null, heading: '', text: 'pump' },
          { ordinal: 1, kind: 'text', page: null, heading: '', text: 'pump and pump' },
        ]);
        expect((await look(['small'], [pump, membrane])).sampled.map(({ ordinal }) => ordinal)).toEqual([1, 0]);
        expect((await look(['f', 'large'], [pump, membrane])).words).toEqual([membrane]);
      });
  });

  behavesLikeRetrievalTraces('SQL', async () => {
    const db = await peopled();
    return { traces: new SqlRetrievalTraces(db), replies: new SqlReplyRepository(db) };
  });

  removesFilesFromReplies('SQL', async () => {
    const db = await peopled();
    return {
      excerpts: new SqlFileExcerpts(db),
      traces: new SqlRetrievalTraces(db),
      replies: new SqlReplyRepository(db),
      chats: new SqlChatRepository(db),
      messages: new SqlMessageRepository(db),
    };
  });

  test('a trace goes with its chat', async () => {
    const db = await peopled();
    const traces = new SqlRetrievalTraces(db);
    const chat = await new SqlChatRepository(db).create(aChat({ id: chatIdOf('c1') }));
    await new SqlReplyRepository(db).create(aReply({ id: 'r1', chatKey: chat.key, messageId: 'm1' }));
    await traces.save('r1', 'user:ann', aTrace({ considered: [], files: [] }));
    await new SqlChatRepository(db).remove('ann', chat.id);
    expect(await traces.find('r1', 'user:ann')).toBeUndefined();
    expect(await db.connection('retrieval_traces').count({ count: '*' })).toEqual([{ count: 0 }]);
  });

  test('an account takes its chunks, words and vectors along', async () => {
    const db = await peopled();
    const chunks = new SqlChunkRepository(db);
    const vectors = new EmbeddedVectorStore(db);
    await chunks.replace('ann', 'f', [{ ordinal: 0, kind: 'text', page: null, heading: '', text: 'pump' }]);
    await vectors.upsert({ version: 'a@4', dimensions: 4 }, { ownerId: 'ann', fileId: 'f' }, [
      { ordinal: 0, vector: Float32Array.of(1, 0, 0, 0) },
    ]);
    await db.connection('users').where({ uid: 'ann' }).delete();
    for (const table of [
      'file_chunks',
      'chunk_vectors',
      'vector_blocks',
      ...(engine === 'sqlite' ? ['chunk_words'] : []),
    ]) {
      expect([table, Number((await db.connection(table).count({ count: '*' }))[0]?.['count'])]).toEqual([table, 0]);
    }
  });

  /** Numbers from -1 to 1, the same in every run. */
  const numbers = (seed: number) => () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  const vectorOf = (next: () => number, dimensions: number) => Float32Array.from({ length: dimensions }, next);
  const cosine = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0) / Math.hypot(...a) / Math.hypot(...b);

  test('what is found among many is exactly what comparing each with each finds', async () => {
    const vectors = new EmbeddedVectorStore(await peopled());
    const [collection, next] = [{ version: 'local@30', dimensions: 30 }, numbers(5)];
    // With holes between them.
    const many = Array.from({ length: 900 }, (_, at) => ({ ordinal: at * 2, vector: vectorOf(next, 30) }));
    await vectors.upsert(collection, { ownerId: 'ann', fileId: 'f' }, many.slice(0, 500));
    await vectors.upsert(collection, { ownerId: 'ann', fileId: 'f' }, many.slice(400));
    for (let time = 0; time < 5; time += 1) {
      const query = vectorOf(next, 30);
      const wanted = many
        .map(({ ordinal, vector }) => ({ ordinal, score: cosine(query, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 30);
      const [found = []] = await vectors.search(
        collection,
        { ownerId: 'ann', fileIds: ['f'] },
        { vectors: [query], limit: 30 },
      );
      expect(found.map(({ ordinal }) => ordinal)).toEqual(wanted.map(({ ordinal }) => ordinal));
      expect(found[0]?.score).toBeCloseTo(wanted[0]?.score ?? NaN, 5);
    }
  });

  test('what one process caches is never older than what another one wrote, nor of somebody else', async () => {
    const db = await peopled();
    const [here, there] = [new EmbeddedVectorStore(db), new EmbeddedVectorStore(db)];
    const collection = { version: 'local@4', dimensions: 4 };
    const [near, far] = [Float32Array.of(1, 0, 0, 0), Float32Array.of(0, 0, 0, 1)];
    const find = async (ownerId = 'ann') =>
      (await here.search(collection, { ownerId, fileIds: ['f'] }, { vectors: [near], limit: 1 }))
        .flat()
        .map(({ ordinal, score }) => [ordinal, Math.round(score)]);
    const write = (ownerId: string, ...of: Float32Array[]) =>
      there.upsert(
        collection,
        { ownerId, fileId: 'f' },
        of.map((vector, ordinal) => ({ ordinal, vector })),
      );
    await write('ann', near, far);
    expect([await find(), await find('bob')]).toEqual([[[0, 1]], []]);
    await write('ann', far, near);
    expect(await find()).toEqual([[1, 1]]);
    await there.removeFile('ann', 'f');
    expect(await find()).toEqual([]);
    await write('bob', near);
    expect([await find(), await find('bob')]).toEqual([[], [[0, 1]]]);
  });

  test('vectors of before the blocks are found after the migration, however often it is run', async () => {
    const db = await peopled();
    const [collection, next] = [{ version: 'local@6', dimensions: 6 }, numbers(9)];
    const many = Array.from({ length: 300 }, (_, ordinal) => ({ ordinal, vector: vectorOf(next, 6) }));
    await new EmbeddedVectorStore(db).upsert(collection, { ownerId: 'ann', fileId: 'f' }, many);
    const query = { vectors: [Float32Array.of(1, 0, 0, 0, 0, 0)], limit: 20 };
    const find = async () =>
      (await new EmbeddedVectorStore(db).search(collection, { ownerId: 'ann', fileIds: ['f'] }, query)).flat();
    const before = await find();
    await db.connection('vector_blocks').delete();
    expect([before.length, await find()]).toEqual([20, []]);
    for (let time = 0; time < 2; time += 1) await fillVectorBlocks.up(db.connection);
    expect(await find()).toEqual(before);
  });

  test('a file of several thousand chunks is compared to its last one', async () => {
    const vectors = new EmbeddedVectorStore(await peopled());
    const collection = { version: 'local@8', dimensions: 8 };
    const many = Array.from({ length: 4100 }, (_, ordinal) => ({
      ordinal,
      vector: hashWords(ordinal === 4099 ? 'the needle' : 'hay', 8),
    }));
    await vectors.upsert(collection, { ownerId: 'ann', fileId: 'f' }, many);
    const [[nearest] = []] = await vectors.search(
      collection,
      { ownerId: 'ann', fileIds: ['f'] },
      { vectors: [hashWords('the needle', 8)], limit: 3 },
    );
    expect(nearest).toMatchObject({ ordinal: 4099 });
  });
});

test('the extension is loaded, and nothing can be loaded by SQL', async () => {
  const db = await Database.open('sqlite::memory:');
  expect(db.dialect.vectorDistances(db.connection, Buffer.from(Float32Array.of(1).buffer))).toBeDefined();
  await expect(db.connection.raw("SELECT load_extension('/tmp/x')")).rejects.toThrow(/not authorized/);
  await db.close();
});
