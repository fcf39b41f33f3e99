import { FindReadableFiles } from '../../src/domain/files/knowledge/find-readable-files.ts';
import { GroupFileReaders } from '../../src/domain/files/ports/readers.ts';
import { GroupFiles } from '../../src/domain/groups/ports.ts';
import { groupOwner } from '../../src/shared/file-owner.ts';
import { InMemoryUserRepository } from './accounts.ts';
import { InMemoryFiles } from './files.ts';
import { InMemoryGroups } from './groups.ts';
import { Rows } from './kernel.ts';

interface Reader {
  readonly uid: string;
  readonly fileId: string;
  readonly ownerId: string;
  readonly isLost: boolean;
}

export class InMemoryGroupFileReaders extends GroupFileReaders {
  readonly rows = new Rows<Reader>();

  constructor(
    private readonly files: InMemoryFiles = new InMemoryFiles(),
    private readonly groups: InMemoryGroups = noGroups(),
  ) {
    super();
  }

  async admit(uid: string, fileIds: readonly string[]): Promise<readonly string[]> {
    const admitted: string[] = [];
    for (const { id } of this.groups.of(uid)) {
      const ownerId = groupOwner(id);
      for (const { id: fileId } of await this.files.findMany(ownerId, [...new Set(fileIds)])) {
        this.rows.set(`${uid} ${fileId}`, { uid, fileId, ownerId, isLost: false });
        admitted.push(fileId);
      }
    }
    return admitted;
  }

  async loseFile(fileId: string): Promise<void> {
    this.lose((row) => row.fileId === fileId);
  }

  async loseOwners(uid: string, ownerIds: readonly string[]): Promise<void> {
    this.lose((row) => row.uid === uid && ownerIds.includes(row.ownerId));
  }

  async listLost(limit: number) {
    const lost = this.rows.all().filter(({ isLost }) => isLost);
    return lost.slice(0, limit).map(({ uid, fileId }) => ({ uid, fileId }));
  }

  async forget(uid: string, fileId: string): Promise<void> {
    if (this.rows.get(`${uid} ${fileId}`)?.isLost === true) this.rows.delete(`${uid} ${fileId}`);
  }

  private lose(isMeant: (row: Reader) => boolean): void {
    for (const [key, row] of this.rows.entries()) if (isMeant(row)) this.rows.set(key, { ...row, isLost: true });
  }
}

const noGroups = (): InMemoryGroups => new InMemoryGroups(new InMemoryUserRepository());

/** What people read: their own files, and those of the groups. */
export const readableFiles = (files: InMemoryFiles, groups = noGroups()): FindReadableFiles =>
  new FindReadableFiles(files, groups.members);

/** Groups without files; `lost` are the memberships that ended. */
export class NoGroupFiles extends GroupFiles {
  readonly lost: string[] = [];
  readonly removed: string[] = [];

  async removeAll(groupId: string): Promise<number> {
    this.removed.push(groupId);
    return 2;
  }

  async loseReader(uid: string, groupIds: readonly string[]): Promise<void> {
    this.lost.push(...groupIds.map((id) => `${uid}/${id}`));
  }

  async redactLost(): Promise<void> {}
}
