import { jest } from '@jest/globals';

import { hashedWords } from '../../../src/adapters/embeddings/hashed-words.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat-repository.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { EmbeddedVectors } from '../../../src/adapters/sql/embedded-vectors.ts';
import { SqlEmbeddingJobs } from '../../../src/adapters/sql/embedding-jobs.ts';
import { SqlChunks } from '../../../src/adapters/sql/file-chunks.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/reply-repository.ts';
import { SqlRetrievalTraces } from '../../../src/adapters/sql/retrieval-traces.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/user-repository.ts';
import { behavesLikeChunks, behavesLikeEmbeddingJobs, behavesLikeRetrievalTraces, behavesLikeVectors, findsFormsOfWords } from '../../contracts/retrieval.ts';
import { aChat, aReply, aUser, chatIdOf } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

jest.setTimeout(60_000);

describeEachDatabase(({ open, engine }) => {
  const peopled = async () => {
    const db = await open();
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    return db;
  };
  /** As on a platform for which there is no sqlite-vec. */
  const withoutExtension = (db: Database) => new Database({ ...db.dialect, vectorDistances: () => undefined });

  behavesLikeChunks('SQL', async () => new SqlChunks(await peopled()));
  findsFormsOfWords('SQL', async () => new SqlChunks(await peopled()));
  behavesLikeVectors('SQL', async () => new EmbeddedVectors(await peopled()));
  if (engine === 'sqlite') behavesLikeVectors('SQL without the extension', async () => new EmbeddedVectors(withoutExtension(await peopled())));
  behavesLikeEmbeddingJobs('SQL', async () => {
    const db = await peopled();
    return { jobs: new SqlEmbeddingJobs(db), chunks: new SqlChunks(db) };
  });
  behavesLikeRetrievalTraces('SQL', async () => {
    const db = await peopled();
    return { traces: new SqlRetrievalTraces(db), replies: new SqlReplyRepository(db) };
  });

  test('a trace goes with its chat', async () => {
    const db = await peopled();
    const traces = new SqlRetrievalTraces(db);
    const chat = await new SqlChatRepository(db).create(aChat({ id: chatIdOf('c1') }));
    await new SqlReplyRepository(db).create(aReply({ id: 'r1', chatKey: chat.key, messageId: 'm1' }));
    await traces.keep('r1', 'user:ann', { query: 'q', vectors: false, considered: [], files: [] });
    await new SqlChatRepository(db).remove('ann', chat.id);
    expect(await traces.find('r1', 'user:ann')).toBeUndefined();
    expect(await db.connection('retrieval_traces').count({ count: '*' })).toEqual([{ count: 0 }]);
  });

  test('an account takes its chunks, words and vectors along', async () => {
    const db = await peopled();
    const chunks = new SqlChunks(db);
    const vectors = new EmbeddedVectors(db);
    await chunks.replace('ann', 'f', [{ ordinal: 0, kind: 'text', page: null, heading: '', text: 'pump' }]);
    await vectors.upsert({ version: 'a@4', dimensions: 4 }, { ownerId: 'ann', fileId: 'f' }, [{ ordinal: 0, vector: Float32Array.of(1, 0, 0, 0) }]);
    await db.connection('users').where({ uid: 'ann' }).delete();
    for (const table of ['file_chunks', 'chunk_vectors', ...(engine === 'sqlite' ? ['chunk_words'] : [])]) {
      expect([table, Number((await db.connection(table).count({ count: '*' }))[0]?.['count'])]).toEqual([table, 0]);
    }
  });

  test('a file of several thousand chunks is compared to its last one', async () => {
    const vectors = new EmbeddedVectors(await peopled());
    const collection = { version: 'local@8', dimensions: 8 };
    const many = Array.from({ length: 4100 }, (_, ordinal) => ({ ordinal, vector: hashedWords(ordinal === 4099 ? 'the needle' : 'hay', 8) }));
    await vectors.upsert(collection, { ownerId: 'ann', fileId: 'f' }, many);
    const [nearest] = await vectors.search(collection, { ownerId: 'ann', fileIds: ['f'] }, { vector: hashedWords('the needle', 8), limit: 3 });
    expect(nearest).toMatchObject({ ordinal: 4099 });
  });
});

test('the extension is loaded, and nothing can be loaded by SQL', async () => {
  const db = await Database.open('sqlite::memory:');
  expect(db.dialect.vectorDistances(db.connection, Buffer.from(Float32Array.of(1).buffer))).toBeDefined();
  await expect(db.connection.raw("SELECT load_extension('/tmp/x')")).rejects.toThrow(/not authorized/);
  await db.close();
});
