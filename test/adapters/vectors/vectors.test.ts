import { VECTORS } from '../../../src/adapters/vectors/providers.ts';
import type { VectorStore } from '../../../src/domain/retrieval/ports.ts';
import { VectorsUnavailable } from '../../../src/domain/retrieval/errors.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { behavesLikeAVectorStore } from '../../contracts/retrieval.ts';
import { HurriedClock } from '../../fakes/kernel.ts';
import { InMemoryVectorStore } from '../../fakes/retrieval.ts';
import { type QdrantServer, startQdrant } from '../../vendors/qdrant-server.ts';

const KEY = 'a-key-of-the-tests';
const ONE = { version: 'openai/text-embedding-3-small@3', dimensions: 3 };
const annF = { ownerId: 'ann', fileId: 'f' };
const vector = Float32Array.of(1, 0, 0);

describe('Qdrant', () => {
  let server: QdrantServer;
  beforeEach(async () => void (server = await startQdrant(KEY)));
  afterEach(() => server.close());

  const connected = (env: Record<string, string> = {}, embedded = new InMemoryVectorStore()) => {
    const { connect } = selectProvider(VECTORS, { QDRANT_URL: server.url, QDRANT_API_KEY: KEY, ...env }, true);
    if (!connect) throw new Error('not connected');
    return connect({ embedded, clock: new HurriedClock() });
  };

  const near = async (vectors: VectorStore, limit = 3) =>
    (await vectors.search(ONE, { ownerId: 'ann', fileIds: ['f'] }, { vectors: [vector], limit }))[0] ?? [];

  behavesLikeAVectorStore('Qdrant', async () => connected());

  test('is never asked without a filter by owner and file, and these fields are indexed', async () => {
    const vectors = connected();
    await vectors.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    await near(vectors);
    await vectors.removeFile('ann', 'f');
    expect(server.unfiltered).toEqual([]);
    expect([...server.collections.values()].map(({ indexed, size }) => [[...indexed].sort(), size])).toEqual([
      [['file_id', 'owner_id'], 3],
    ]);
  });

  test('leaves no vectors of a removed file in the database, which had them before', async () => {
    const embedded = new InMemoryVectorStore();
    await embedded.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    await connected({}, embedded).removeFile('ann', 'f');
    expect(embedded.rows.all()).toEqual([]);
  });

  test('is told its key with every call, and applies writes in one order on all replicas', async () => {
    const vectors = connected();
    await vectors.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    await near(vectors);
    await vectors.removeFile('ann', 'f');
    expect(server.calls.map(({ headers }) => headers['api-key'])).toEqual(server.calls.map(() => KEY));
    const writes = server.calls.filter(({ path }) => /\/points(?:\/delete)?\?/.test(path));
    expect(writes.map(({ path }) => new URL(path, server.url).search)).toEqual([
      '?wait=true&ordering=medium',
      '?wait=true&ordering=medium',
    ]);
  });

  test('is not believed when it answers with what nobody asked for', async () => {
    const vectors = connected();
    await vectors.upsert(ONE, { ownerId: 'bob', fileId: 'secret' }, [{ ordinal: 0, vector }]);
    await vectors.upsert(ONE, annF, [{ ordinal: 7, vector }]);
    server.filters = false;
    expect(await near(vectors)).toEqual([{ fileId: 'f', ordinal: 7, score: 1 }]);
  });

  test('is asked again when it is busy, writes in batches, and a lasting trouble is told as such', async () => {
    const vectors = connected();
    await vectors.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    server.trouble.status = 503;
    server.trouble.times = 2;
    await vectors.upsert(
      ONE,
      annF,
      Array.from({ length: 200 }, (_, ordinal) => ({ ordinal, vector })),
    );
    expect(server.calls.filter(({ path, method }) => method === 'PUT' && path.includes('/points'))).toHaveLength(
      1 + 2 + 2,
    );
    expect(await near(vectors, 500)).toHaveLength(200);
    await expect(near(connected({ QDRANT_API_KEY: 'wrong' }))).rejects.toThrow(VectorsUnavailable);
  });

  test('makes its collections anew when the server was emptied', async () => {
    const vectors = connected();
    await vectors.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    server.collections.clear();
    await expect(vectors.upsert(ONE, annF, [{ ordinal: 0, vector }])).rejects.toThrow(VectorsUnavailable);
    await vectors.upsert(ONE, annF, [{ ordinal: 0, vector }]);
    expect(await near(vectors)).toHaveLength(1);
  });
});

test('the database keeps vectors where nothing else is set, in a real installation too', () => {
  expect(selectProvider(VECTORS, {}, false).provider?.id).toBe('embedded');
  expect(selectProvider(VECTORS, { QDRANT_URL: 'http://q:6333' }, true).provider?.id).toBe('qdrant');
  expect(selectProvider(VECTORS, { QDRANT_URL: 'q' }, true).faults).toEqual([expect.stringContaining('QDRANT_URL')]);
  expect(selectProvider(VECTORS, { VECTORS: 'embedded', QDRANT_URL: 'http://q:6333' }, true).provider?.id).toBe(
    'embedded',
  );
});
