import { FileList, type ListedFile } from '../../../domain/account-data/ports.ts';
import type { Database } from '../database.ts';
import { parseFileIds } from '../json-columns.ts';

const PAGE_SIZE = 100;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number | string;
  readonly purpose: string;
  readonly description: string;
  readonly tags: string;
  readonly created_at: number | string;
  readonly expires_at: number | string | null;
}

const toFile = (row: Row): ListedFile => ({
  id: row.id,
  name: row.name,
  type: row.type,
  size: Number(row.size),
  purpose: row.purpose,
  description: row.description,
  tags: parseFileIds(row.tags), // a JSON list of texts
  createdAt: Number(row.created_at),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
});

/** Every file of a user, chat files and expired ones included. */
export class SqlFileList extends FileList {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async *list(uid: string): AsyncGenerator<readonly ListedFile[], void> {
    for (const purpose of ['permanent', 'chat']) yield* this.listByPurpose(uid, purpose);
  }

  /** Pages by the list's index, so that each page costs the same. */
  private async *listByPurpose(uid: string, purpose: string): AsyncGenerator<readonly ListedFile[], void> {
    for (let last: ListedFile | undefined; ;) {
      const query = this.db.connection('files').where({ owner_id: uid, purpose });
      const after = last;
      if (after) {
        void query.where('created_at', '>=', after.createdAt);
        void query.where((later) => void later.where('created_at', '>', after.createdAt).orWhere('id', '>', after.id));
      }
      const rows: Row[] = await query.orderBy(['created_at', 'id']).limit(PAGE_SIZE);
      if (rows.length > 0) yield rows.map(toFile);
      if (rows.length < PAGE_SIZE) return;
      last = rows.map(toFile).at(-1);
    }
  }
}
