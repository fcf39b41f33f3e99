import { checkArchive } from '../../src/domain/backup/check-archive.ts';
import type { BackupTarget, Manifest } from '../../src/domain/backup/ports.ts';

export const MANIFEST: Omit<Manifest, 'format'> = {
  version: '1',
  createdAt: '2026-01-15T12:00:00.000Z',
  engine: 'sqlite',
  migrations: [],
  secretFingerprint: 'f',
  hasVectors: true,
  tables: { users: 3 },
  files: { count: 0, bytes: 0 },
  missing: [],
};

export const writeArchive = async (target: BackupTarget, name: string) => {
  const writer = await target.at(name).create();
  await writer.addRows('users', [{ uid: 'ann' }, { uid: 'bob' }, { uid: 'eve' }]);
  return writer.finish(MANIFEST);
};

/** What every BackupTarget must do. `create` gives an empty one. */
export const behavesLikeABackupTarget = (name: string, create: () => BackupTarget | Promise<BackupTarget>): void => {
  describe(`${name}: archives`, () => {
    test('takes archives, gives them back, lists and removes them', async () => {
      const target = await create();
      for (const archive of ['c.tar', 'a.tar', 'b.tar']) await writeArchive(target, archive);
      expect((await target.list()).toSorted()).toEqual(['a.tar', 'b.tar', 'c.tar']);
      expect((await checkArchive(target.at('b.tar').open())).tables).toEqual({ users: 3 });
      await target.remove('b.tar');
      expect((await target.list()).toSorted()).toEqual(['a.tar', 'c.tar']);
    });

    test('has nothing of an archive that was given up, before and after its end', async () => {
      const target = await create();
      const writer = await target.at('a.tar').create();
      await writer.addRows('users', [{ uid: 'ann' }]);
      await writer.abort();
      const complete = await target.at('b.tar').create();
      await complete.addRows('users', [{ uid: 'ann' }]);
      await complete.finish({ ...MANIFEST, tables: { users: 1 } });
      await complete.abort();
      expect(await target.list()).toEqual([]);
    });
  });
};
