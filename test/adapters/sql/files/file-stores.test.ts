import { SqlBlobReferenceCounts } from '../../../../src/adapters/sql/files/blob-reference-counts.ts';
import { SqlFileRepository } from '../../../../src/adapters/sql/files/file-repository.ts';
import { SqlGroupFileReaders } from '../../../../src/adapters/sql/files/group-file-readers.ts';
import { SqlScans } from '../../../../src/adapters/sql/files/scans.ts';
import { SqlGroupMembers } from '../../../../src/adapters/sql/groups/group-members.ts';
import { SqlGroupStore } from '../../../../src/adapters/sql/groups/group-store.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { SqlUnitOfWork } from '../../../../src/adapters/sql/unit-of-work.ts';
import { SqlInstallation } from '../../../../src/adapters/sql/settings/installation-row.ts';
import { RandomIds } from '../../../../src/adapters/system/ids.ts';
import {
  addOwners,
  behavesLikeAFileRepository,
  behavesLikeAnInstallation,
  behavesLikeBlobReferenceCounts,
} from '../../../contracts/files.ts';
import { behavesLikeGroupFileReaders } from '../../../contracts/groups.ts';
import { behavesLikeScans } from '../../../contracts/scans.ts';
import { aFile } from '../../../fakes/files.ts';
import { aGroup } from '../../../fakes/groups.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  const withOwners = async () => {
    const db = await open();
    await addOwners(new SqlUserRepository(db));
    const clock = new FixedClock();
    const files = new SqlFileRepository(db, clock);
    const remove = (fileId: string) => files.remove('ann', fileId);
    return { db, clock, files, remove, scans: new SqlScans(db), uses: new SqlBlobReferenceCounts(db) };
  };
  behavesLikeAFileRepository('SQL', withOwners);
  behavesLikeBlobReferenceCounts('SQL', withOwners);
  behavesLikeAnInstallation('SQL', async () => {
    const [db, ids] = [await open(), new RandomIds()];
    return () => new SqlInstallation(db, ids);
  });
  behavesLikeScans('SQL', withOwners);
  behavesLikeGroupFileReaders('SQL', async () => {
    const { db, files } = await withOwners();
    const [groups, members] = [new SqlGroupStore(db), new SqlGroupMembers(db)];
    return { groups, members, files, readers: new SqlGroupFileReaders(db), work: new SqlUnitOfWork(db) };
  });

  test('a group that is deleted takes its files with it', async () => {
    const { db, files } = await withOwners();
    const groups = new SqlGroupStore(db);
    await groups.add(aGroup({ id: 'one' }));
    await files.add(aFile({ ownerId: 'group:one' }), { maxFiles: -1, maxBytes: -1 });
    await groups.remove('one');
    expect([await files.find('group:one', 'f1'), (await files.getUsage('group:one')).files]).toEqual([undefined, 0]);
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
