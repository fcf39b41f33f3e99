import { BackupLock } from '../../../src/domain/backup/backup-lock.ts';
import { BlobOwnership } from '../../../src/domain/files/blob-ownership.ts';
import { BlobReferences } from '../../../src/domain/files/blob-references.ts';
import { hashOf, InMemoryBlobReferenceCounts, InMemoryBlobs, InMemoryInstallation } from '../../fakes/files.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';

const never = new AbortController().signal;
const NOTHING = { removed: 0, left: 0 };
const SOME = Uint8Array.of(1);

/** A database on a store of files. */
const aDatabase = (name: string, blobs: InMemoryBlobs) => {
  const clock = new FixedClock();
  const refusals: string[] = [];
  const counts = new InMemoryBlobReferenceCounts(() => 1);
  const installation = new InMemoryInstallation(new CountingIds(name));
  const ownership = new BlobOwnership({
    blobs,
    counts,
    installation,
    refused: (message) => void refusals.push(message),
  });
  const backup = new BackupLock(new InMemoryJobLocks(), clock);
  const references = new BlobReferences({ blobs, counts, ownership, clock, backup, failed: () => undefined });
  const remove = async (hash: string) => {
    await references.release(hash);
    await references.collect(hash);
  };
  return { references, counts, clock, refusals, remove, sweep: () => references.sweep(never) };
};

test('an empty store belongs to the first database, and another one on it removes nothing', async () => {
  const blobs = new InMemoryBlobs();
  const [first, second] = [aDatabase('first', blobs), aDatabase('second', blobs)];
  await first.sweep();
  await first.references.retain(hashOf('thesis'), SOME);
  expect(await second.sweep()).toEqual(NOTHING);
  await second.references.retain(hashOf('thesis'), SOME);
  await second.remove(hashOf('thesis'));
  expect([[...blobs.stored.keys()], second.refusals[0]]).toEqual([
    [hashOf('thesis')],
    expect.stringMatching(/belongs to another database \(first.*DATABASE_URL, DATA_DIR and S3_BUCKET/),
  ]);
  expect([await first.sweep(), first.refusals]).toEqual([NOTHING, []]);
});

test('a store without an owner is ours when all its files are known, and what nobody knows then goes', async () => {
  const blobs = new InMemoryBlobs();
  const { references, sweep } = aDatabase('ours', blobs);
  await references.retain(hashOf('known'), SOME);
  await sweep();
  blobs.stored.set(hashOf('stranger'), SOME);
  expect([await sweep(), [...blobs.stored.keys()]]).toEqual([{ removed: 1, left: 0 }, [hashOf('known')]]);
});

test('a store with files that this database does not know is left alone, whatever is uploaded meanwhile', async () => {
  const blobs = new InMemoryBlobs();
  blobs.stored.set(hashOf('thesis'), SOME);
  const { references, remove, refusals, sweep } = aDatabase('empty', blobs);
  expect(await sweep()).toEqual(NOTHING);
  await references.retain(hashOf('upload'), SOME);
  expect(await sweep()).toEqual(NOTHING);
  await remove(hashOf('upload'));
  expect([blobs.stored.size, blobs.owner]).toEqual([2, undefined]);
  expect(refusals[0]).toMatch(/has files that this database does not know/);
});

test('what was deleted meanwhile goes once the operator has written whose the files are', async () => {
  const blobs = new InMemoryBlobs();
  blobs.owner = 'an earlier one';
  const { references, remove, refusals, sweep } = aDatabase('ours', blobs);
  await references.retain(hashOf('upload'), SOME);
  await remove(hashOf('upload'));
  expect(await sweep()).toEqual(NOTHING);
  const [, id, place] = /write the text (\S+) to (\S+)$/.exec(refusals.at(-1) ?? '') ?? [];
  expect(place).toBe(blobs.ownerPlace);
  blobs.owner = id;
  expect([await sweep(), blobs.stored.size]).toEqual([{ removed: 1, left: 0 }, 0]);
});

test('a store that has lost most files, or is new, is told with each sweep until they are back', async () => {
  const blobs = new InMemoryBlobs();
  const { references, refusals, sweep } = aDatabase('ours', blobs);
  for (const name of ['a', 'b', 'c']) await references.retain(hashOf(name), SOME);
  await sweep();
  expect(refusals).toEqual([]);
  for (const name of ['a', 'b']) blobs.stored.delete(hashOf(name));
  await sweep();
  await sweep();
  const lost = expect.stringMatching(/^Of 3 contents of files .* has 1: .*S3_BUCKET/);
  expect(refusals).toEqual([lost, lost]);
  blobs.stored.set(hashOf('a'), SOME);
  await sweep();
  expect(refusals).toHaveLength(2);
});
