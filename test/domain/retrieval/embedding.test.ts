import { EmbeddingError, VectorsUnavailable } from '../../../src/domain/retrieval/errors.ts';
import { DocumentReaderBusy, FileUnreadable, StorageFailed } from '../../../src/domain/files/errors.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/domain-error.ts';
import { aBlock } from '../../fakes/document-reader.ts';
import { aFile, hashOf } from '../../fakes/files.ts';
import { InMemoryVectorStore, FixedEmbeddingModels, WordEmbedder } from '../../fakes/retrieval.ts';
import { anEmbeddingWorld } from '../../support/embedding-world.ts';
import { FILE_FAILURES } from '../../../src/shared/file-failures.ts';
import { gate, until } from '../chat/harness.ts';

const live = new AbortController().signal;
const MINUTE = 60_000;

describe('embedding a file', () => {
  test('makes its chunks and vectors, tells so with the file, and is in the ledger', async () => {
    const { traces, aProcess, status, chunks, vectors, ledger } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    expect(await aProcess().runNext(live)).toBe(true);
    expect(await status()).toEqual(['completed', null, 1]);
    expect([chunks.rows.all().length, vectors.rows.all().length]).toEqual([1, 1]);
    expect(ledger.calls).toEqual([
      expect.objectContaining({ owner: 'user:ann', purpose: 'embedding', status: 'complete' }),
    ]);
    expect(await aProcess().runNext(live)).toBe(false);
  });

  test('goes on in another process when the first one died, and only after its lease is over', async () => {
    const { traces, aProcess, status, clock, embeddings } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    const dies = gate();
    embeddings.before = () => dies.opened;
    void aProcess('p1').runNext(live);
    await until(() => embeddings.asked.length === 1);
    embeddings.before = () => Promise.resolve();
    expect(await aProcess('p2').runNext(live)).toBe(false);
    await clock.advance(4 * MINUTE);
    expect(await aProcess('p2').runNext(live)).toBe(true);
    expect(await status()).toEqual(['completed', null, 1]);
    dies.open();
  });

  test('by two processes at once is done once', async () => {
    const { traces, aProcess, embeddings } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    expect((await Promise.all([aProcess('p1').runNext(live), aProcess('p2').runNext(live)])).sort()).toEqual([
      false,
      true,
    ]);
    expect(embeddings.asked).toHaveLength(1);
  });

  test('is tried again after longer and longer pauses, and given up in words after five tries', async () => {
    const { traces, aProcess, status, clock, embeddings, chunks, observer, files } = await anEmbeddingWorld();
    embeddings.before = () => Promise.reject(new Error('out of memory'));
    await traces.enqueue('ann', 'f1');
    const since = clock.now();
    for (const pause of [5000, 10_000, 20_000, 40_000]) {
      expect(await aProcess().runNext(live)).toBe(true);
      expect((await status())[0]).toBe('pending');
      expect(await files.getEmbeddingBacklog()).toEqual({
        pending: 1,
        failing: { files: 1, since, reason: 'The file could not be embedded. Please try again later.' },
      });
      await clock.advance(pause - 1);
      expect(await aProcess().runNext(live)).toBe(false);
      await clock.advance(1);
    }
    expect(await aProcess().runNext(live)).toBe(true);
    expect(await status()).toEqual(['failed', 'The file could not be embedded. Please try again later.', 0]);
    expect([chunks.rows.all(), observer.failures.length]).toEqual([[], 5]);
    await clock.advance(60 * MINUTE);
    expect(await aProcess().runNext(live)).toBe(false);
  });

  const AWAY = 'The embedding service did not answer. Please try again later.';
  const REFUSED = 'The embedding service refuses this server.';
  test.each([
    ['the service', AWAY, new EmbeddingError(AWAY, 'unavailable')],
    ['the key of the service', REFUSED, new EmbeddingError(REFUSED, 'misconfigured')],
    [
      'the store of vectors',
      'The file could not be embedded. Please try again later.',
      new VectorsUnavailable(new Error('down')),
    ],
  ])(
    'waits for %s as long as it fails, says so from the first try on, and loses no attempt',
    async (_, reason, error) => {
      const { traces, aProcess, status, clock, embeddings, jobs, files, observer } = await anEmbeddingWorld();
      embeddings.before = () => Promise.reject(error);
      await traces.enqueue('ann', 'f1');
      const since = clock.now();
      for (const pause of [5000, 5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
        expect(await aProcess().runNext(live)).toBe(true);
        expect(await status()).toEqual(['pending', reason, expect.any(Number)]);
        expect((await files.find('ann', 'f1'))?.embeddingFailingSince).toBe(since);
        expect(jobs.rows.get('f1')).toMatchObject({ status: 'waiting', attempts: 0 });
        await clock.advance(pause - 1);
        expect(await aProcess().runNext(live)).toBe(false);
        await clock.advance(1);
      }
      expect(observer.failures).toHaveLength(9);
      embeddings.before = () => Promise.resolve();
      expect(await aProcess().runNext(live)).toBe(true);
      expect(await status()).toEqual(['completed', null, 1]);
    },
  );

  test('asks a service that refuses its key ever less often, however many files wait, and then goes on', async () => {
    const { traces, aProcess, embeddings, clock, files, blobs, documents, observer } = await anEmbeddingWorld();
    for (let at = 2; at <= 40; at += 1) {
      await files.add(aFile({ id: `f${at}`, embeddingStatus: 'pending' }), { maxFiles: -1, maxBytes: -1 });
      await blobs.put(hashOf(`f${at}`), Uint8Array.of(1));
      documents.write(`f${at}.txt`, 'The pump is old.');
    }
    for (let at = 1; at <= 40; at += 1) await traces.enqueue('ann', `f${at}`);
    embeddings.before = () => Promise.reject(new EmbeddingError('It refuses this server.', 'misconfigured'));
    const stop = new AbortController();
    const running = aProcess().execute(stop.signal);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await until(() => clock.sleeping > 0);
        await clock.advance(1000);
      }
    };
    await pass(60);
    expect(embeddings.asked.length).toBeLessThan(12);
    expect(observer.failures).toHaveLength(embeddings.asked.length);
    embeddings.before = () => Promise.resolve();
    await pass(120);
    expect(await files.getEmbeddingBacklog()).toEqual({ pending: 0, failing: null });
    stop.abort();
    await running;
  });

  test('gives up a file that the storage cannot read though it answers, and tells owner and operator', async () => {
    const { traces, aProcess, status, clock, blobs, observer } = await anEmbeddingWorld();
    blobs.unreadable.add(hashOf('f1'));
    await traces.enqueue('ann', 'f1');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await aProcess().runNext(live)).toBe(true);
      await clock.advance(5 * MINUTE);
    }
    expect(await status()).toEqual(['failed', FILE_FAILURES.contentDamaged, 0]);
    expect(observer.failures.map(({ what }) => what)).toEqual(Array(5).fill('embedding file f1'));
    await clock.advance(60 * MINUTE);
    expect(await aProcess().runNext(live)).toBe(false);
  });

  test('gives up a file whose content is missing at once, and tells the operator too', async () => {
    const { traces, aProcess, status, blobs, observer } = await anEmbeddingWorld();
    blobs.stored.clear();
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    expect(await status()).toEqual(['failed', FILE_FAILURES.contentMissing, 0]);
    expect(observer.failures).toHaveLength(1);
  });

  const NOT_EMBEDDED = 'The file could not be embedded. Please try again later.';
  test.each([
    ['file storage', 'The file storage does not answer.', new StorageFailed(new Error('connect ECONNREFUSED'), 'read')],
    ['database', NOT_EMBEDDED, new StoreUnavailable()],
    ['reader of documents, which is busy,', NOT_EMBEDDED, new DocumentReaderBusy()],
  ])('waits as long as the %s does not answer, and says so', async (_, reason, error) => {
    const { traces, aProcess, status, clock, blobs, jobs } = await anEmbeddingWorld();
    const { get, getOwner } = blobs;
    blobs.get = () => Promise.reject(error);
    blobs.getOwner = () => Promise.reject(error);
    await traces.enqueue('ann', 'f1');
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await aProcess().runNext(live)).toBe(true);
      expect(await status()).toEqual(['pending', reason, 0]);
      expect(jobs.rows.get('f1')).toMatchObject({ status: 'waiting', attempts: 0 });
      await clock.advance(5 * MINUTE);
    }
    Object.assign(blobs, { get, getOwner });
    expect(await aProcess().runNext(live)).toBe(true);
    expect(await status()).toEqual(['completed', null, 1]);
  });

  test('of a text that the service refuses fails at once, and the operator sees why in the log', async () => {
    const { traces, aProcess, status, embeddings, observer } = await anEmbeddingWorld();
    embeddings.before = () => Promise.reject(new EmbeddingError('It refused the text.', 'refused'));
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    expect(await status()).toEqual(['failed', 'It refused the text.', 0]);
    expect(observer.failures).toHaveLength(1);
  });

  test('of a file that cannot be read fails at once, with the reason', async () => {
    const { traces, aProcess, status, documents } = await anEmbeddingWorld();
    documents.documents.set('f1.txt', new FileUnreadable('no text', 'This PDF has no text: it is probably a scan.'));
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    expect(await status()).toEqual(['failed', 'This PDF has no text: it is probably a scan.', 0]);
  });

  test('that failed can be asked for again', async () => {
    const { traces, aProcess, status, blobs } = await anEmbeddingWorld();
    await blobs.remove(hashOf('f1'));
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    expect((await status())[0]).toBe('failed');
    await blobs.put(hashOf('f1'), Uint8Array.of(1));
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    expect((await status())[0]).toBe('completed');
  });

  test('by a service that is silent says so within ten seconds, and is completed when it answers', async () => {
    const { traces, aProcess, status, clock, embeddings, files } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    const answers = gate();
    embeddings.before = () => answers.opened;
    const ran = aProcess().runNext(live);
    await until(() => embeddings.asked.length === 1 && clock.sleeping === 1);
    const since = clock.now();
    await clock.advance(10_000);
    await until(async () => (await status())[1] !== null);
    expect(await status()).toEqual(['pending', 'The embedding service has not answered yet.', expect.any(Number)]);
    expect((await files.find('ann', 'f1'))?.embeddingFailingSince).toBe(since + 8000);
    answers.open();
    await ran;
    expect([await status(), clock.sleeping]).toEqual([['completed', null, 1], 0]);
  });

  test('of many passages gives way to the file of another person, and goes on where it was', async () => {
    const { traces, aProcess, status, files, blobs, documents, embeddings } = await anEmbeddingWorld();
    const pages = Array.from({ length: 400 }, (_, at) => aBlock(`Valve ${at} is new.`, { page: at + 1 }));
    documents.write('f1.txt', ...pages);
    await traces.enqueue('ann', 'f1');
    await files.add(aFile({ id: 'tiny', ownerId: 'bob', embeddingStatus: 'pending' }), { maxFiles: -1, maxBytes: -1 });
    await blobs.put(hashOf('tiny'), Uint8Array.of(1));
    documents.write('tiny.txt', 'A note.');
    embeddings.before = async () => {
      if (embeddings.asked.length === 2) await traces.enqueue('bob', 'tiny');
    };
    for (const holder of ['p1', 'p2', 'p1']) expect(await aProcess(holder).runNext(live)).toBe(true);
    expect(embeddings.asked.map(({ length }) => length)).toEqual([64, 64, 64, 64, 1, 64, 64, 16]);
    expect(new Set(embeddings.asked.flat()).size).toBe(401);
    expect(await status()).toEqual(['completed', null, 400]);
  });

  test('is left to the next process when this one ends, without counting as a failure', async () => {
    const { traces, aProcess, status, clock, embeddings } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    embeddings.before = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const drain = new AbortController();
    const worked = aProcess('p1').execute(drain.signal);
    await until(() => embeddings.asked.length === 1);
    drain.abort();
    await worked;
    embeddings.before = () => Promise.resolve();
    expect(await aProcess('p2').runNext(live)).toBe(true);
    expect((await status())[0]).toBe('completed');
    expect(clock.sleeping).toBe(0);
  });
});

describe('a file that is removed', () => {
  test('takes its chunks and vectors along in the same moment', async () => {
    const { traces, aProcess, chunks, vectors, jobs } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    await traces.remove('ann', 'f1');
    expect([chunks.rows.all(), vectors.rows.all(), jobs.rows.all()]).toEqual([[], [], []]);
  });

  test('has its vectors removed elsewhere as soon as that store answers', async () => {
    const vectors = new InMemoryVectorStore(false);
    const { traces, aProcess, clock, jobs, chunks } = await anEmbeddingWorld({ vectors });
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    vectors.broken = new Error('down');
    await traces.remove('ann', 'f1');
    await aProcess().runNext(live);
    expect([chunks.rows.all().length, vectors.rows.all().length]).toEqual([0, 1]);
    vectors.broken = undefined;
    await clock.advance(MINUTE);
    await aProcess().runNext(live);
    expect([vectors.rows.all(), jobs.rows.all()]).toEqual([[], []]);
  });

  test('while it is being embedded leaves nothing behind', async () => {
    const { traces, aProcess, files, chunks, vectors, embeddings } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    const going = gate();
    embeddings.before = () => going.opened;
    const working = aProcess().runNext(live);
    await until(() => embeddings.asked.length === 1);
    await files.remove('ann', 'f1');
    await traces.remove('ann', 'f1');
    going.open();
    await working;
    expect([chunks.rows.all(), vectors.rows.all()]).toEqual([[], []]);
  });
});

describe('another model for embedding', () => {
  test('embeds all files anew in the background, and the earlier vectors serve until then', async () => {
    const { traces, aProcess, status, vectors, jobs, embeddings, clock, documents } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    documents.documents.clear(); // the chunks are there: the file need not be read again
    const later = new WordEmbedder('later', 32);
    const models = new FixedEmbeddingModels(later, embeddings);
    const restarted = aProcess('p2', models);
    const over = new AbortController();
    const going = gate();
    later.before = () => going.opened;
    const working = restarted.execute(over.signal);
    await until(() => later.asked.length === 1);
    const scope = { ownerId: 'ann', fileIds: ['f1'] };
    expect([await jobs.listCollections(scope), (await status())[0]]).toEqual([[embeddings.collection], 'completed']);
    going.open();
    await until(() => clock.sleeping === 1);
    over.abort();
    await working;
    expect(await jobs.listCollections(scope)).toEqual([later.collection]);
    expect(vectors.rows.all().map(({ version }) => version)).toEqual([later.collection.version]);
  });

  test('that refuses a text takes nothing away: the file stays completed and is tried again later', async () => {
    const { traces, aProcess, status, embeddings, clock, jobs, files } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    const later = new WordEmbedder('later', 32);
    later.before = () => Promise.reject(new EmbeddingError('no', 'refused'));
    await jobs.enqueueOutdated(later.collection.version, clock.now());
    const restarted = aProcess('p2', new FixedEmbeddingModels(later, embeddings));
    expect(await restarted.runNext(live)).toBe(true);
    expect((await status())[0]).toBe('completed');
    expect((await files.getEmbeddingBacklog()).failing).toMatchObject({ files: 1, reason: 'no' });
    expect(await jobs.listCollections({ ownerId: 'ann', fileIds: ['f1'] })).toEqual([embeddings.collection]);
    later.before = () => Promise.resolve();
    await clock.advance(60 * MINUTE);
    expect(await restarted.runNext(live)).toBe(true);
    expect(await jobs.listCollections({ ownerId: 'ann', fileIds: ['f1'] })).toEqual([later.collection]);
    expect(await files.getEmbeddingBacklog()).toEqual({ pending: 0, failing: null });
  });

  test('whose service fails is waited for as for a new file, and an admin sees why', async () => {
    const { traces, aProcess, embeddings, clock, jobs, files } = await anEmbeddingWorld();
    await traces.enqueue('ann', 'f1');
    await aProcess().runNext(live);
    const later = new WordEmbedder('later', 32);
    later.before = () => Promise.reject(new EmbeddingError('It refuses this server.', 'misconfigured'));
    await jobs.enqueueOutdated(later.collection.version, clock.now());
    const restarted = aProcess('p2', new FixedEmbeddingModels(later, embeddings));
    const since = clock.now();
    for (const pause of [5000, 5000, 10_000, 20_000, 40_000]) {
      expect(await restarted.runNext(live)).toBe(true);
      expect(await files.getEmbeddingBacklog()).toEqual({
        pending: 1,
        failing: { files: 1, since, reason: 'It refuses this server.' },
      });
      await clock.advance(pause);
    }
    later.before = () => Promise.resolve();
    expect(await restarted.runNext(live)).toBe(true);
    expect(await files.getEmbeddingBacklog()).toEqual({ pending: 0, failing: null });
  });
});
