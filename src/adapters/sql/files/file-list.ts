import type { FileList, ListedFile } from '../../../domain/account-data/ports.ts';
import { json, rowMapping } from '../row-mapping.ts';
import { after, SqlStore } from '../sql-store.ts';
import { parseStrings } from '../json-columns.ts';

const PAGE_SIZE = 100;

const files = rowMapping<ListedFile>({
  id: 'id',
  name: 'name',
  type: 'type',
  size: 'size',
  purpose: 'purpose',
  description: 'description',
  tags: json('tags', parseStrings),
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

/** Every file of a user, chat files and expired ones included. */
export class SqlFileList extends SqlStore implements FileList {
  async *list(uid: string): AsyncGenerator<readonly ListedFile[], void> {
    for (const purpose of ['permanent', 'chat']) yield* this.listByPurpose(uid, purpose);
  }

  /** Pages by the list's index, so that each page costs the same. */
  private async *listByPurpose(uid: string, purpose: string): AsyncGenerator<readonly ListedFile[], void> {
    for (let last: { at: number; id: string } | undefined; ;) {
      const rest = after(this.table('files').where({ owner_id: uid, purpose }), 'created_at', last);
      const rows: object[] = await rest.orderBy(['created_at', 'id']).limit(PAGE_SIZE);
      const page = rows.map(files.fromRow);
      if (page.length > 0) yield page;
      const end = page.at(-1);
      if (!end || page.length < PAGE_SIZE) return;
      last = { at: end.createdAt, id: end.id };
    }
  }
}
