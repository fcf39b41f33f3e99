import type { BlobReferenceCounts, Installation } from '../../src/domain/files/ports/blobs.ts';
import type { FileRepository } from '../../src/domain/files/ports/file-repository.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { aFile, hashOf } from '../fakes/files.ts';
import type { FixedClock } from '../fakes/kernel.ts';
import { aUser, NOON } from '../support/builders.ts';

const ANY = { maxFiles: -1, maxBytes: -1 };
const ALL = { search: '', tag: '' };
const FIRST = { offset: 0, limit: 20 };
const HOUR = 3_600_000;

/** What all FileRepositories must do. `create` makes an empty one, with the accounts of Ann and Bob. */
export const behavesLikeAFileRepository = (
  name: string,
  create: () => Promise<{ files: FileRepository; clock: FixedClock }>,
): void => {
  describe(`${name}: files of people`, () => {
    test('come back as they were added, and to nobody but their owner', async () => {
      const { files } = await create();
      const image = aFile({
        id: 'f2',
        kind: 'image',
        type: 'image/png',
        purpose: 'chat',
        expiresAt: NOON + HOUR,
        visionDescription: 'A größer cat 🐈',
        tags: ['a', 'b'],
        description: 'd',
        embeddingError: 'why',
        embeddingStatus: 'failed',
        chunkCount: 3,
        accessCount: 2,
      });
      for (const file of [aFile(), image]) expect(await files.add(file, ANY)).toBe('added');
      expect(await files.find('ann', 'f1')).toEqual(aFile());
      expect(await files.findMany('ann', ['f2', 'nothing', 'f1'])).toEqual([image, aFile()]);
      expect([await files.find('bob', 'f1'), await files.findMany('bob', ['f1', 'f2'])]).toEqual([undefined, []]);
      expect((await files.list('bob', ALL, FIRST)).total).toBe(0);
    });

    test('of others are not changed, not counted and not removed', async () => {
      const { files } = await create();
      await files.add(aFile({ embeddingStatus: 'failed' }), ANY);
      await files.recordAccess('bob', ['f1']);
      await files.saveDescription('bob', hashOf('f1'), 'seen');
      expect([
        await files.remove('bob', 'f1'),
        await files.requestEmbedding('bob', 'f1'),
        await files.findDescription('bob', hashOf('f1')),
        await files.setEmbedding('bob', 'f1', { embeddingStatus: 'completed', embeddingError: null, chunkCount: 9 }),
        await files.getUsage('bob'),
      ]).toEqual([undefined, false, undefined, false, { files: 0, bytes: 0 }]);
      expect(await files.find('ann', 'f1')).toEqual(aFile({ embeddingStatus: 'failed' }));
    });

    test('take room until it is used up, and give it back', async () => {
      const { files } = await create();
      const room = { maxFiles: 2, maxBytes: 250 };
      expect(await files.add(aFile({ id: 'f1', size: 200 }), room)).toBe('added');
      expect(await files.add(aFile({ id: 'f2', size: 51 }), room)).toBe('too many bytes');
      expect(await files.add(aFile({ id: 'f2', size: 50 }), room)).toBe('added');
      expect(await files.add(aFile({ id: 'f3', size: 1 }), room)).toBe('too many files');
      expect([await files.getUsage('ann'), await files.find('ann', 'f3')]).toEqual([
        { files: 2, bytes: 250 },
        undefined,
      ]);
      expect(await files.remove('ann', 'f1')).toEqual(aFile({ id: 'f1', size: 200 }));
      expect([await files.remove('ann', 'f1'), await files.getUsage('ann')]).toEqual([
        undefined,
        { files: 1, bytes: 50 },
      ]);
      expect(await files.add(aFile({ id: 'f3', size: 1 }), room)).toBe('added');
      expect(await files.add(aFile({ id: 'f9', ownerId: 'bob' }), { maxFiles: 0, maxBytes: -1 })).toBe(
        'too many files',
      );
    });

    test('that come at once for the last room: one is kept', async () => {
      const { files } = await create();
      const byCount = await Promise.all(
        ['a', 'b', 'c', 'd'].map((id) => files.add(aFile({ id }), { maxFiles: 1, maxBytes: -1 })),
      );
      expect(byCount.toSorted()).toEqual(['added', 'too many files', 'too many files', 'too many files']);
      const byBytes = await Promise.all(
        ['e', 'f', 'g'].map((id) =>
          files.add(aFile({ id, ownerId: 'bob', size: 60 }), { maxFiles: -1, maxBytes: 100 }),
        ),
      );
      expect(byBytes.toSorted()).toEqual(['added', 'too many bytes', 'too many bytes']);
      expect([await files.getUsage('ann'), await files.getUsage('bob')]).toEqual([
        { files: 1, bytes: 100 },
        { files: 1, bytes: 60 },
      ]);
      expect(
        (
          await Promise.all(['x', 'x'].map(() => files.remove('bob', ['e', 'f', 'g'][byBytes.indexOf('added')] ?? '')))
        ).filter(Boolean),
      ).toHaveLength(1);
      expect(await files.getUsage('bob')).toEqual({ files: 0, bytes: 0 });
    });

    test('are listed newest first, in pages, permanent ones only', async () => {
      const { files } = await create();
      for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
        await files.add(aFile({ id, createdAt: NOON + (index === 4 ? 3 : index) }), ANY);
      await files.add(aFile({ id: 'chat', purpose: 'chat', expiresAt: NOON + HOUR }), ANY);
      const ids = async (offset: number) =>
        (await files.list('ann', ALL, { offset, limit: 2 })).files.map(({ id }) => id);
      expect([await ids(0), await ids(2), await ids(4), await ids(6)]).toEqual([['e', 'd'], ['c', 'b'], ['a'], []]);
      expect((await files.list('ann', ALL, { offset: 90, limit: 2 })).total).toBe(5);
    });

    test('are found by parts of name and description, by a whole tag, and by whether they are embedded', async () => {
      const { files } = await create();
      await files.add(
        aFile({
          id: 'a',
          name: 'Résumé_100%.pdf',
          description: 'my Größe',
          tags: ['Work', 'Zürich'],
          embeddingStatus: 'completed',
        }),
        ANY,
      );
      await files.add(
        aFile({ id: 'b', name: 'resume 1000.txt', description: '', tags: ['workshop'], embeddingStatus: 'pending' }),
        ANY,
      );
      const ids = async (filter: object) =>
        (await files.list('ann', { ...ALL, ...filter }, FIRST)).files.map(({ id }) => id).sort();
      await files.add(aFile({ id: 'c', name: 'resume.png', kind: 'image', purpose: 'chat', expiresAt: NOON }), ANY);
      await files.add(aFile({ id: 'd', ownerId: 'bob', name: 'resume.png', purpose: 'chat' }), ANY);
      expect(await ids({ search: 'resume', withAttachments: true })).toEqual(['a', 'b', 'c']);
      expect(await ids({ search: ' RESUME ' })).toEqual(['a', 'b']);
      expect([
        await ids({ search: '100%' }),
        await ids({ search: 'e_1' }),
        await ids({ search: 'große' }),
        await ids({ search: '!' }),
        await ids({ search: 'work' }),
      ]).toEqual([['a'], ['a'], ['a'], [], []]);
      expect([await ids({ tag: 'work' }), await ids({ tag: 'zurich' }), await ids({ tag: 'wor' })]).toEqual([
        ['a'],
        ['a'],
        [],
      ]);
      expect([
        await ids({ embedded: true }),
        await ids({ embedded: false }),
        await ids({ embedded: true, search: '1000' }),
      ]).toEqual([['a'], ['b'], []]);
      expect(await files.listTags('ann')).toEqual(['Work', 'workshop', 'Zürich']);
    });

    test('that have expired are no files, until they are removed', async () => {
      const { files, clock } = await create();
      await files.add(aFile({ id: 'late', purpose: 'chat', kind: 'image', expiresAt: NOON + 2 * HOUR }), ANY);
      await files.add(aFile({ id: 'soon', purpose: 'chat', kind: 'image', expiresAt: NOON + HOUR }), ANY);
      await files.add(aFile({ id: 'ever' }), ANY);
      expect((await files.find('ann', 'soon'))?.id).toBe('soon');
      await clock.advance(HOUR);
      expect([await files.find('ann', 'soon'), await files.findMany('ann', ['soon', 'late'])]).toEqual([
        undefined,
        [expect.objectContaining({ id: 'late' })],
      ]);
      expect([
        (await files.listExpired(NOON + HOUR, 10)).map(({ id }) => id),
        await files.countExpired(NOON + HOUR),
      ]).toEqual([['soon'], 1]);
      await clock.advance(2 * HOUR);
      expect((await files.listExpired(clock.now(), 10)).map(({ id }) => id)).toEqual(['soon', 'late']);
      expect((await files.listExpired(clock.now(), 1)).map(({ id }) => id)).toEqual(['soon']);
      expect([
        (await files.remove('ann', 'soon'))?.id,
        await files.countExpired(clock.now()),
        (await files.getUsage('ann')).files,
      ]).toEqual(['soon', 1, 2]);
    });

    test('tell how they stand with retrieval, and how often they were given to a model', async () => {
      const { files } = await create();
      await files.add(aFile({ embeddingStatus: 'pending' }), ANY);
      expect(await files.requestEmbedding('ann', 'f1')).toBe(false);
      expect(
        await files.setEmbedding('ann', 'f1', { embeddingStatus: 'failed', embeddingError: 'why', chunkCount: 0 }),
      ).toBe(true);
      expect(
        (await Promise.all([files.requestEmbedding('ann', 'f1'), files.requestEmbedding('ann', 'f1')])).toSorted(),
      ).toEqual([false, true]);
      await files.recordAccess('ann', ['f1', 'nothing']);
      await files.recordAccess('ann', []);
      await files.recordAccess('ann', ['f1']);
      expect(await files.find('ann', 'f1')).toEqual(aFile({ embeddingStatus: 'pending', accessCount: 2 }));
      await files.remove('ann', 'f1');
      expect(
        await files.setEmbedding('ann', 'f1', { embeddingStatus: 'completed', embeddingError: null, chunkCount: 3 }),
      ).toBe(false);
    });

    test('have the size of their text once it is known', async () => {
      const { files } = await create();
      await files.add(aFile(), ANY);
      await files.setTextTokens('bob', 'f1', 9);
      expect(await files.find('ann', 'f1')).toMatchObject({ textTokens: null });
      await files.setTextTokens('ann', 'f1', 1234);
      expect(await files.find('ann', 'f1')).toMatchObject({ textTokens: 1234 });
    });

    test('tell since when their embedding fails, and how many wait in all', async () => {
      const { files } = await create();
      for (const [id, ownerId] of [
        ['f1', 'ann'],
        ['f2', 'bob'],
        ['f3', 'bob'],
      ] as const)
        await files.add(aFile({ id, ownerId, embeddingStatus: 'pending' }), ANY);
      expect(await files.getEmbeddingBacklog()).toEqual({ pending: 3, failing: null });
      await files.recordEmbeddingDelay('bob', 'f2', { status: 'pending', reason: 'No answer', at: 20 });
      await files.recordEmbeddingDelay('bob', 'f2', { status: 'pending', reason: 'Still no answer', at: 30 });
      await files.recordEmbeddingDelay('ann', 'f1', { status: 'pending', reason: 'No answer', at: 40 });
      await files.recordEmbeddingDelay('ann', 'f3', { status: 'pending', reason: 'not hers', at: 1 });
      expect(await files.find('bob', 'f2')).toMatchObject({
        embeddingStatus: 'pending',
        embeddingError: 'Still no answer',
        embeddingFailingSince: 20,
      });
      const failing = { files: 2, since: 20, reason: 'Still no answer' };
      expect(await files.getEmbeddingBacklog()).toEqual({ pending: 3, failing });
      await files.setEmbedding('bob', 'f2', { embeddingStatus: 'completed', embeddingError: null, chunkCount: 1 });
      expect(await files.find('bob', 'f2')).toMatchObject({ embeddingFailingSince: null });
      await files.recordEmbeddingDelay('bob', 'f2', { status: 'pending', reason: 'too late', at: 50 });
      expect(await files.find('bob', 'f2')).toMatchObject({ embeddingError: null, embeddingFailingSince: null });
      expect(await files.getEmbeddingBacklog()).toMatchObject({ pending: 2, failing: { files: 1, since: 40 } });
      await files.recordEmbeddingDelay('bob', 'f2', { status: 'completed', reason: 'No other vectors', at: 10 });
      expect(await files.getEmbeddingBacklog()).toEqual({
        pending: 3,
        failing: { files: 2, since: 10, reason: 'No other vectors' },
      });
    });

    test('that are the same image share what was seen in it', async () => {
      const { files } = await create();
      const image = { kind: 'image', hash: hashOf('image') } as const;
      for (const id of ['a', 'b']) await files.add(aFile({ id, ...image }), ANY);
      await files.add(aFile({ id: 'text', hash: hashOf('image') }), ANY);
      expect(await files.findDescription('ann', hashOf('image'))).toBeUndefined();
      await files.saveDescription('ann', hashOf('image'), 'A cat.');
      expect(
        (await files.findMany('ann', ['a', 'b', 'text'])).map(({ visionDescription }) => visionDescription),
      ).toEqual(['A cat.', 'A cat.', null]);
      expect([
        await files.findDescription('ann', hashOf('image')),
        await files.findDescription('bob', hashOf('image')),
      ]).toEqual(['A cat.', undefined]);
    });
  });
};

/** What all BlobUses must do. `create` makes empty ones beside a repository. */
export const behavesLikeBlobReferenceCounts = (
  name: string,
  create: () => Promise<{ uses: BlobReferenceCounts; files: FileRepository }>,
): void => {
  describe(`${name}: who uses which bytes`, () => {
    const [A, B, C] = ['a', 'b', 'c'].map(hashOf) as [string, string, string];
    const nothing = async () => undefined;

    test('bytes go with their last holder', async () => {
      const { uses } = await create();
      await uses.retain(A, NOON);
      await uses.retain(A, NOON);
      await uses.release(A);
      expect(await uses.removeIfUnreferenced(A, () => Promise.reject(new Error('still held')))).toBe(false);
      expect(await uses.count()).toBe(1);
      await uses.release(A);
      await uses.release(A);
      expect(await uses.count()).toBe(0);
      expect([await uses.removeIfUnreferenced(A, nothing), await uses.filterReferenced([A, B])]).toEqual([true, []]);
      expect(await uses.removeIfUnreferenced(B, nothing)).toBe(true);
    });

    test('who wants bytes while they are being removed gets them held afterwards', async () => {
      const { uses } = await create();
      const order: string[] = [];
      await uses.retain(A, NOON);
      await uses.release(A);
      await Promise.all([
        uses.removeIfUnreferenced(A, async () => void order.push('removed')),
        new Promise(setImmediate).then(() => uses.retain(A, NOON)).then(() => void order.push('held')),
      ]);
      expect(order.at(-1)).toBe('held'); // never removed after it was held
      expect([
        await uses.filterReferenced([A]),
        await uses.removeIfUnreferenced(A, () => Promise.reject(new Error('still held'))),
      ]).toEqual([[A], false]);
    });

    test('a failed removal leaves the count, and is tried again', async () => {
      const { uses } = await create();
      await uses.retain(A, NOON);
      await uses.release(A);
      await expect(uses.removeIfUnreferenced(A, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
      expect((await uses.recount(NOON, '', 10)).unused).toEqual([A]);
      expect(await uses.removeIfUnreferenced(A, nothing)).toBe(true);
    });

    test('what nobody let go is found by counting files, but not while it is young', async () => {
      const { uses, files } = await create();
      await files.add(aFile({ hash: A }), ANY);
      for (const hash of [A, B, C]) await uses.retain(hash, hash === C ? NOON + HOUR : NOON);
      await uses.retain(A, NOON); // an upload that was cut off
      expect(await uses.recount(NOON + 1, '', 10)).toEqual({ unused: [B], last: undefined });
      expect([
        await uses.removeIfUnreferenced(A, nothing),
        await uses.removeIfUnreferenced(C, nothing),
        await uses.removeIfUnreferenced(B, nothing),
      ]).toEqual([false, false, true]);
      await uses.release(A);
      expect(await uses.removeIfUnreferenced(A, nothing)).toBe(true); // its count was set to the one file
      const page = await uses.recount(NOON, '', 1);
      expect([page.unused, page.last]).toEqual([[], C]);
      expect((await uses.recount(NOON, C, 1)).last).toBeUndefined();
    });
  });
};

/** Ann and Bob, whom files need as their owners. */
export const addOwners = async (users: UserRepository): Promise<void> => {
  for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
};

/** `open`: anew on the same database, as another process does. */
export const behavesLikeAnInstallation = (name: string, create: () => Promise<() => Installation>): void => {
  test(`${name}: an installation has one id, which its processes share from the first moment`, async () => {
    const open = await create();
    const ids = await Promise.all(Array.from({ length: 4 }, () => open().getId()));
    expect([new Set(ids).size, ids[0]]).toEqual([1, await open().getId()]);
    const other = await create();
    expect(await other().getId()).not.toBe(ids[0]);
  });
};
