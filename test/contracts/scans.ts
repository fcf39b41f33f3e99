import type { FileRepository } from '../../src/domain/files/ports/file-repository.ts';
import type { Scans } from '../../src/domain/files/scans/ports.ts';
import { aFile } from '../fakes/files.ts';

const ANY = { maxFiles: -1, maxBytes: -1 };

/**
 * What all Scans must do. `create`: with the accounts of Ann and Bob; `remove` deletes a file with what depends on it.
 */
export const behavesLikeScans = (
  name: string,
  create: () => Promise<{ files: FileRepository; scans: Scans; remove: (fileId: string) => Promise<unknown> }>,
): void => {
  const world = async () => {
    const made = await create();
    const add = async (id: string, ownerId = 'ann', at = 0) => {
      await made.files.add(aFile({ id, ownerId }), ANY);
      await made.scans.enqueue({ fileId: id, ownerId, tier: 'basic', pages: 12 }, at);
    };
    const claim = (now: number, holder = 'p1') => made.scans.claim({ holder, now, until: now + 100 });
    return { ...made, add, claim };
  };

  describe(`${name}: scans`, () => {
    test('are taken when due, one of each owner at a time, and again when their lease is over', async () => {
      const { scans, add, claim } = await world();
      await add('f1', 'ann', 10);
      await add('f2', 'ann', 11);
      await add('f3', 'bob', 12);
      expect(await claim(9)).toBeUndefined();
      expect(await claim(20)).toEqual({ fileId: 'f1', ownerId: 'ann', tier: 'basic', pages: 12, attempts: 1 });
      expect((await claim(20, 'p2'))?.fileId).toBe('f3');
      expect(await claim(20, 'p3')).toBeUndefined();
      expect((await scans.find('ann', ['f1', 'f2', 'f3'])).get('f1')).toEqual({
        status: 'running',
        page: 0,
        pages: 12,
      });
      await scans.reschedule('f1', 'p1', { dueAt: 500, forget: false });
      expect((await claim(30))?.fileId).toBe('f2');
      expect(await claim(120, 'p4')).toMatchObject({ fileId: 'f3', attempts: 2 });
      expect(await scans.progress('f3', 'p2', { page: 3, until: 900 })).toBe(false);
      expect(await scans.finish('f3', 'p2', 'done')).toBe(false);
    });

    test('note their progress, keep their pages, and end', async () => {
      const { scans, add, claim } = await world();
      await add('f1');
      await claim(1);
      expect(await scans.progress('f1', 'p1', { page: 2, until: 200 })).toBe(true);
      expect(await scans.progress('f1', 'p1', { page: 2, until: 200 })).toBe(true);
      for (const text of ['old', 'größer 家賃 🐈']) await scans.savePage('f1', { page: 2, text });
      await scans.savePage('f1', { page: 1, text: '' });
      expect(await scans.listPages('ann', 'f1')).toEqual([
        { page: 1, text: '' },
        { page: 2, text: 'größer 家賃 🐈' },
      ]);
      expect(await scans.finish('f1', 'p1', 'done')).toBe(true);
      expect([...(await scans.find('ann', ['f1']))]).toEqual([['f1', { status: 'done', page: 2, pages: 12 }]]);
      expect(await claim(1000)).toBeUndefined();
    });

    test('are started anew when they ended, and left alone while they wait or run', async () => {
      const { scans, add, claim } = await world();
      await add('f1', 'ann', 5);
      await scans.enqueue({ fileId: 'f1', ownerId: 'ann', tier: 'premium', pages: 12 }, 50);
      expect(await claim(6)).toMatchObject({ tier: 'basic' });
      await scans.finish('f1', 'p1', 'failed');
      await scans.enqueue({ fileId: 'f1', ownerId: 'ann', tier: 'premium', pages: 12 }, 60);
      expect(await claim(60)).toMatchObject({ tier: 'premium', attempts: 1 });
    });

    test('belong to their owner, and go with their file', async () => {
      const { scans, add, claim, remove } = await world();
      await add('f1');
      await claim(1);
      await scans.savePage('f1', { page: 1, text: 'secret' });
      expect([await scans.listPages('bob', 'f1'), (await scans.find('bob', ['f1'])).size]).toEqual([[], 0]);
      await remove('f1');
      expect(await scans.progress('f1', 'p1', { page: 2, until: 200 })).toBe(false);
      expect([await scans.listPages('ann', 'f1'), (await scans.find('ann', ['f1'])).size]).toEqual([[], 0]);
      expect((await scans.find('ann', [])).size).toBe(0);
    });
  });
};
