import { BlobMissing } from '../../../src/domain/files/errors.ts';
import { BlobOwnership } from '../../../src/domain/files/blob-ownership.ts';
import { BlobReferences } from '../../../src/domain/files/blob-references.ts';
import { GetFile } from '../../../src/domain/files/manage-files.ts';
import { FILE_FAILURES } from '../../../src/shared/file-failures.ts';
import {
  aFile,
  hashOf,
  InMemoryBlobReferenceCounts,
  InMemoryBlobs,
  InMemoryFiles,
  InMemoryInstallation,
} from '../../fakes/files.ts';
import { readableFiles } from '../../fakes/knowledge.ts';
import { FixedClock } from '../../fakes/kernel.ts';

test('a file whose content is lost says so, and is no internal error', async () => {
  const clock = new FixedClock();
  const [files, blobs, counts] = [new InMemoryFiles(clock), new InMemoryBlobs(), new InMemoryBlobReferenceCounts()];
  const ownership = new BlobOwnership({
    blobs,
    counts,
    installation: new InMemoryInstallation(),
    refused: () => undefined,
  });
  const backup = { isHeld: async () => false };
  const kept = new BlobReferences({ blobs, counts, ownership, clock, backup, failed: () => undefined });
  const getFile = new GetFile(readableFiles(files), kept);
  await files.add(aFile({ id: 'f1' }), { maxFiles: -1, maxBytes: -1 });
  const read = () => getFile.execute({ kind: 'user', uid: 'ann', tier: 'basic', isAdmin: false, verified: true }, 'f1');
  blobs.unreadable.add(hashOf('f1'));
  await expect(read()).rejects.toThrow(FILE_FAILURES.contentDamaged);
  blobs.unreadable.clear();
  await expect(read()).rejects.toThrow(BlobMissing);
});
