import type { GroupFileReaders } from '../../../domain/files/ports/readers.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';

const TABLE = 'group_file_readers';

interface ReadableRow {
  readonly id: string;
  readonly owner_id: string;
}

export class SqlGroupFileReaders extends SqlStore implements GroupFileReaders {
  async admit(uid: string, fileIds: readonly string[]): Promise<readonly string[]> {
    const admitted: string[] = [];
    for (const batch of inBatches([...new Set(fileIds)])) {
      const rows: ReadableRow[] = await this.table('files')
        .join('file_owners', 'file_owners.id', 'files.owner_id')
        .join('user_group_members', 'user_group_members.group_id', 'file_owners.group_id')
        .where('user_group_members.uid', uid)
        .whereIn('files.id', batch)
        .forShare() // so that who takes one away waits, and then finds the note
        .select('files.id', 'files.owner_id');
      const files = new Map(rows.map(({ id, owner_id: ownerId }) => [id, ownerId]));
      if (files.size === 0) continue;
      const notes = [...files].map(([id, ownerId]) => ({ file_id: id, uid, owner_id: ownerId, is_lost: false }));
      await this.table(TABLE).insert(notes).onConflict(['file_id', 'uid']).merge(['is_lost']);
      admitted.push(...files.keys());
    }
    return admitted;
  }

  async loseFile(fileId: string): Promise<void> {
    await this.table(TABLE).where({ file_id: fileId }).update({ is_lost: true });
  }

  async loseOwners(uid: string, ownerIds: readonly string[]): Promise<void> {
    if (ownerIds.length === 0) return;
    await this.table(TABLE).where({ uid }).whereIn('owner_id', ownerIds).update({ is_lost: true });
  }

  async listLost(limit: number) {
    const rows: { file_id: string; uid: string }[] = await this.table(TABLE)
      .where({ is_lost: true })
      .orderBy(['uid', 'file_id'])
      .limit(limit)
      .select('file_id', 'uid');
    return rows.map(({ file_id: fileId, uid }) => ({ uid, fileId }));
  }

  async forget(uid: string, fileId: string): Promise<void> {
    await this.table(TABLE).where({ uid, file_id: fileId, is_lost: true }).delete();
  }
}
