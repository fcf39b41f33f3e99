import type { BlobReferenceCounts, Blobs, Installation } from './ports/blobs.ts';

export interface BlobOwnershipDeps {
  readonly blobs: Blobs;
  readonly counts: BlobReferenceCounts;
  readonly installation: Installation;
  /** Told to the operator: why nothing is removed, or that files are lost. */
  readonly refused: (message: string) => void;
}

/**
 * Whether this installation may remove blobs. To a database that is not the store's, all of them are unreferenced
 * (docs/adr/0098).
 */
export class BlobOwnership {
  private isOwner: boolean | undefined;

  constructor(private readonly deps: BlobOwnershipDeps) {}

  /** As `verify` last found. */
  async isOurs(): Promise<boolean> {
    return this.isOwner ?? this.verify();
  }

  async verify(): Promise<boolean> {
    const { blobs, installation, refused } = this.deps;
    const id = await installation.getId();
    const owner = (await blobs.getOwner()) ?? (await this.claim(id));
    this.isOwner = owner === id;
    if (!this.isOwner) refused(describeRefusal(owner, id, blobs.ownerPlace));
    return this.isOwner;
  }

  /** Uploads and deletions in progress make a small difference; most are gone with a disk, or in a new store. */
  warnIfMostAreLost(found: number, expected: number): void {
    if (found * 2 < expected) this.deps.refused(describeLoss(found, expected, this.deps.blobs.ownerPlace));
  }

  /**
   * A store without an owner is ours if this database knows every blob in it. Knowing one is not enough: somebody may
   * already have uploaded a file to the wrong database.
   */
  private async claim(id: string): Promise<string | undefined> {
    const { blobs, counts } = this.deps;
    for await (const hashes of blobs.list()) {
      const known = new Set(await counts.filterReferenced(hashes));
      if (!hashes.every((hash) => known.has(hash))) return undefined;
    }
    await blobs.setOwner(id);
    return id;
  }
}

const describeRefusal = (owner: string | undefined, id: string, place: string): string =>
  `No bytes of files are removed: the file storage ${
    owner === undefined ? 'has files that this database does not know' : `belongs to another database (${owner})`
  }. Check DATABASE_URL, DATA_DIR and S3_BUCKET; installations cannot share a file storage. ` +
  `If this database is the right one, write the text ${id} to ${place}`;

const describeLoss = (found: number, expected: number, place: string): string =>
  `Of ${expected} contents of files that the database refers to, the file storage has ${found}: people cannot open ` +
  `the others. Is it the right one, and mounted (${place})? Files do not move by themselves when S3_BUCKET or ` +
  'DATA_DIR changes: docs/operations.md says how';
