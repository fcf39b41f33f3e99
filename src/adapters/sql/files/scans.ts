import type { Knex } from 'knex';

import type { RecognizedPage, Scan, ScanClaim, Scans, ScanState } from '../../../domain/files/scans/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

/** How many due scans are tried when other processes claim them at the same time. */
const CLAIM_CANDIDATES = 8;

const claims = rowMapping<ScanClaim>({
  fileId: 'file_id',
  ownerId: 'owner_id',
  tier: 'tier',
  pages: 'pages',
  attempts: 'attempts',
});
const states = rowMapping<ScanState & { readonly fileId: string }>({
  fileId: 'file_id',
  status: 'status',
  page: 'page',
  pages: 'pages',
});
const recognizedPages = rowMapping<RecognizedPage>({ page: 'page', text: 'text' });

/** `due_at`: start time of a waiting scan; end of the lease of a running one. */
export class SqlScans extends SqlStore implements Scans {
  async enqueue({ fileId, ownerId, tier, pages }: Scan, now: number): Promise<void> {
    const waiting = {
      owner_id: ownerId,
      tier,
      status: 'waiting',
      page: 0,
      pages,
      attempts: 0,
      due_at: now,
      holder: null,
    };
    await this.rows()
      .insert({ file_id: fileId, ...waiting })
      .onConflict('file_id')
      .ignore();
    await this.rows().where({ file_id: fileId }).whereIn('status', ['done', 'failed']).update(waiting);
  }

  async claim({ holder, now, until }: Parameters<Scans['claim']>[0]): Promise<ScanClaim | undefined> {
    const due = (query: Knex.QueryBuilder) =>
      query.whereIn('status', ['waiting', 'running']).where('due_at', '<=', now);
    const busyOwners: string[] = await this.rows()
      .where({ status: 'running' })
      .where('due_at', '>', now)
      .pluck('owner_id');
    const rows: object[] = await due(this.rows())
      .whereNotIn('owner_id', busyOwners)
      .orderBy('due_at')
      .limit(CLAIM_CANDIDATES);
    for (const scan of rows.map(claims.fromRow)) {
      const attempts = scan.attempts + 1;
      const unclaimed = due(this.rows().where({ file_id: scan.fileId, attempts: scan.attempts }));
      const claimed: number = await unclaimed.update({ status: 'running', holder, due_at: until, attempts });
      if (claimed === 1) return { ...scan, attempts };
    }
    return undefined;
  }

  async progress(
    fileId: string,
    holder: string,
    to: { readonly page: number; readonly until: number },
  ): Promise<boolean> {
    // Counts matched rows: MySQL does not count an update that changes nothing.
    await this.heldBy(fileId, holder).update({ page: to.page, due_at: to.until });
    return (await this.heldBy(fileId, holder).first('file_id')) !== undefined;
  }

  async savePage(fileId: string, { page, text }: RecognizedPage): Promise<void> {
    await this.table('scan_pages').insert({ file_id: fileId, page, text }).onConflict(['file_id', 'page']).merge();
  }

  async listPages(ownerId: string, fileId: string): Promise<readonly RecognizedPage[]> {
    const rows: object[] = await this.table('scan_pages')
      .join('scans', 'scans.file_id', 'scan_pages.file_id')
      .where({ 'scans.owner_id': ownerId, 'scans.file_id': fileId })
      .orderBy('scan_pages.page')
      .select('scan_pages.page', 'scan_pages.text');
    return rows.map(recognizedPages.fromRow);
  }

  async reschedule(
    fileId: string,
    holder: string,
    { dueAt, forget }: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<void> {
    const attempts = forget ? { attempts: 0 } : {};
    await this.heldBy(fileId, holder).update({ status: 'waiting', holder: null, due_at: dueAt, ...attempts });
  }

  async finish(fileId: string, holder: string, status: 'done' | 'failed'): Promise<boolean> {
    return (await this.heldBy(fileId, holder).update({ status, holder: null })) === 1;
  }

  async find(ownerId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, ScanState>> {
    if (fileIds.length === 0) return new Map();
    const rows: object[] = await this.rows().where({ owner_id: ownerId }).whereIn('file_id', fileIds);
    return new Map(rows.map(states.fromRow).map(({ fileId, ...state }) => [fileId, state]));
  }

  private heldBy(fileId: string, holder: string): Knex.QueryBuilder {
    return this.rows().where({ file_id: fileId, holder, status: 'running' });
  }

  private rows(): Knex.QueryBuilder {
    return this.table('scans');
  }
}
