import { SqlBlobReferenceCounts } from '../../../../src/adapters/sql/files/blob-reference-counts.ts';
import { SqlFileRepository } from '../../../../src/adapters/sql/files/file-repository.ts';
import { SqlStorageSettings } from '../../../../src/adapters/sql/settings/storage-settings.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { SqlVisionSettings } from '../../../../src/adapters/sql/settings/vision-settings.ts';
import { DEFAULT_STORAGE } from '../../../../src/domain/files/storage-limits.ts';
import {
  addOwners,
  behavesLikeAFileRepository,
  behavesLikeBlobReferenceCounts,
  behavesLikeStorageSettings,
  behavesLikeVisionSettings,
} from '../../../contracts/files.ts';
import { aFile } from '../../../fakes/files.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  const withOwners = async () => {
    const db = await open();
    await addOwners(new SqlUserRepository(db));
    const clock = new FixedClock();
    return { db, clock, files: new SqlFileRepository(db, clock), uses: new SqlBlobReferenceCounts(db) };
  };
  behavesLikeAFileRepository('SQL', withOwners);
  behavesLikeBlobReferenceCounts('SQL', withOwners);
  behavesLikeStorageSettings(
    'SQL',
    async (defaults) => new SqlStorageSettings(await open(), defaults, new FixedClock()),
  );
  behavesLikeVisionSettings('SQL', async (defaults) => new SqlVisionSettings(await open(), defaults, new FixedClock()));

  test('a setting that says less than all is filled up with the defaults, and one of another process acts within a second', async () => {
    const db = await open();
    const clock = new FixedClock();
    const settings = new SqlStorageSettings(db, DEFAULT_STORAGE, clock);
    await settings.current();
    await db.connection('settings').insert({ name: 'storage-limits', value: '{"tiers":{"free":{"maxFiles":9}}}' });
    await clock.advance(1000);
    const { free } = DEFAULT_STORAGE.limits.tiers;
    expect((await settings.current()).limits).toEqual({
      ...DEFAULT_STORAGE.limits,
      tiers: { ...DEFAULT_STORAGE.limits.tiers, free: { ...free, maxFiles: 9 } },
    });
  });

  test('an account that is deleted takes its files with it, and its bytes are found by the next count', async () => {
    const { db, files, uses } = await withOwners();
    await files.add(aFile(), { maxFiles: -1, maxBytes: -1 });
    const { hash } = (await files.find('ann', 'f1')) ?? { hash: '' };
    await uses.retain(hash, 1);
    await db.connection('users').where({ uid: 'ann' }).delete();
    expect([
      await files.find('ann', 'f1'),
      (await files.getUsage('ann')).files,
      (await uses.recount(2, '', 10)).unused,
    ]).toEqual([undefined, 0, [hash]]);
  });
});
