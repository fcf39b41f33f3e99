import type { BlobReferenceCounts } from '../../../domain/files/ports/blobs.ts';
import { countRows, SqlStore } from '../sql-store.ts';

interface BlobRow {
  readonly hash: string;
  readonly uses: number;
  readonly touched_at: number;
}

/** A hash's row is also its lock: an upload of the same bytes waits while they are deleted. */
export class SqlBlobReferenceCounts extends SqlStore implements BlobReferenceCounts {
  retain(hash: string, now: number): Promise<void> {
    return this.db.transaction(async () => {
      await this.rows().insert({ hash, uses: 0, touched_at: now }).onConflict('hash').ignore();
      await this.rows().where({ hash }).increment('uses', 1).update({ touched_at: now });
    });
  }

  async release(hash: string): Promise<void> {
    await this.rows().where({ hash }).where('uses', '>', 0).decrement('uses', 1);
  }

  removeIfUnreferenced(hash: string, remove: () => Promise<void>): Promise<boolean> {
    return this.db.transaction(async () => {
      await this.rows().insert({ hash, uses: 0, touched_at: 0 }).onConflict('hash').ignore();
      const row: BlobRow | undefined = await this.rows().where({ hash }).forUpdate().first();
      if (!row || row.uses > 0) return false;
      await remove();
      await this.rows().where({ hash }).delete();
      return true;
    });
  }

  async recount(
    before: number,
    afterHash: string,
    limit: number,
  ): Promise<{ unused: readonly string[]; last: string | undefined }> {
    const rows: BlobRow[] = await this.rows().where('hash', '>', afterHash).orderBy('hash').limit(limit);
    const hashes = rows.map(({ hash }) => hash);
    const counted: { hash: string; files: number }[] = await this.table('files')
      .whereIn('hash', hashes)
      .groupBy('hash')
      .select('hash')
      .count({ files: '*' });
    const filesOf = new Map(counted.map(({ hash, files }) => [hash, files]));
    const unused: string[] = [];
    for (const row of rows) {
      if (row.touched_at >= before && row.uses > 0) continue;
      const files = filesOf.get(row.hash) ?? 0;
      if (files === row.uses || (await this.correctCount(row, files))) if (files === 0) unused.push(row.hash);
    }
    return { unused, last: rows.length < limit ? undefined : hashes.at(-1) };
  }

  async filterReferenced(hashes: readonly string[]): Promise<readonly string[]> {
    return this.rows().whereIn('hash', hashes).pluck('hash');
  }

  count(): Promise<number> {
    return countRows(this.rows().where('uses', '>', 0));
  }

  /** Only if it was not changed since it was read. */
  private async correctCount({ hash, uses, touched_at }: BlobRow, files: number): Promise<boolean> {
    return (await this.rows().where({ hash, uses, touched_at }).update({ uses: files })) === 1;
  }

  private rows() {
    return this.table('blobs');
  }
}
