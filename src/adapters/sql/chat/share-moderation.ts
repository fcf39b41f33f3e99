import type { Knex } from 'knex';

import {
  MAX_REPORTS,
  type ModeratedShare,
  type ShareListQuery,
  type ShareModeration,
  type ShareReport,
} from '../../../domain/shares/ports.ts';
import type { ShareFilter } from '../../../shared/share-reports.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { rowMapping } from '../row-mapping.ts';
import { newestFirst, SqlStore } from '../sql-store.ts';
import { SHARE_COLUMNS } from './shares.ts';

const moderated = rowMapping<ModeratedShare>({
  ...SHARE_COLUMNS,
  ownerName: 'name_of_owner',
  ownerEmail: 'email_of_owner',
  ownerLanguage: { column: 'language_of_owner', parse: (tag) => (isLanguage(tag) ? tag : null) },
  reportCount: 'report_count',
  reportedAt: 'reported_at',
});

const reportRows = rowMapping<ShareReport>({ reason: 'reason', text: 'text', at: 'created_at' });

/** By what a list is ordered. Of reports and what was taken down only what there is has a time. */
const ORDERS: Readonly<Record<ShareFilter, string>> = {
  all: 'shares.created_at',
  reported: 'shares.reported_at',
  'taken-down': 'shares.taken_down_at',
};

export class SqlShareModeration extends SqlStore implements ShareModeration {
  async list({ filter, tokenDigest, owner, before, limit }: ShareListQuery): Promise<readonly ModeratedShare[]> {
    const order = ORDERS[filter];
    const query = this.shares().orderBy(newestFirst(order, 'shares.id')).limit(limit).whereNotNull(order);
    if (tokenDigest !== undefined) query.where('shares.token_digest', tokenDigest);
    if (owner !== undefined) query.whereIn('shares.owner_id', this.ownersOf(owner));
    if (before)
      query
        .where(order, '<=', before.at)
        .where((older) => void older.where(order, '<', before.at).orWhere('shares.id', '<', before.id));
    return (await query).map((row: object) => moderated.fromRow(row));
  }

  async find(id: string): Promise<ModeratedShare | undefined> {
    const row: object | undefined = await this.shares().where('shares.id', id).first();
    return row && moderated.fromRow(row);
  }

  async setTakenDown(id: string, decision: { readonly at: number; readonly reason: string } | null): Promise<boolean> {
    const query = this.table('shares').where({ id });
    const changed = decision
      ? await query
          .whereNull('taken_down_at')
          .update({ taken_down_at: decision.at, taken_down_reason: decision.reason })
      : await query.whereNotNull('taken_down_at').update({ taken_down_at: null, taken_down_reason: null });
    return changed === 1;
  }

  async addReport(
    shareId: string,
    { reporterDigest, ...report }: ShareReport & { readonly reporterDigest: string },
  ): Promise<boolean> {
    // Locks the share, so that parallel reports of one reporter come one after another.
    const counted = await this.table('shares')
      .where({ id: shareId })
      .where('report_count', '<', MAX_REPORTS)
      .increment('report_count', 1)
      .update({ reported_at: report.at });
    if (counted !== 1) return false;
    const key = { share_id: shareId, reporter_digest: reporterDigest };
    if (await this.table('share_reports').where(key).first('reason')) {
      await this.recount(shareId);
      return false;
    }
    await this.table('share_reports').insert({ ...key, ...reportRows.toRow(report) });
    return true;
  }

  async reports(shareId: string): Promise<readonly ShareReport[]> {
    const rows: object[] = await this.table('share_reports')
      .where({ share_id: shareId })
      .orderBy(newestFirst('created_at', 'reporter_digest'))
      .limit(MAX_REPORTS);
    return rows.map((row) => reportRows.fromRow(row));
  }

  async clearReports(shareId: string): Promise<void> {
    await this.table('share_reports').where({ share_id: shareId }).delete();
    await this.recount(shareId);
  }

  /** As the reports that there are say. */
  private async recount(shareId: string): Promise<void> {
    const [found]: { total: number; newest: number | null }[] = await this.table('share_reports')
      .where({ share_id: shareId })
      .count({ total: '*' })
      .max({ newest: 'created_at' });
    await this.table('shares')
      .where({ id: shareId })
      .update({ report_count: found?.total ?? 0, reported_at: found?.newest ?? null });
  }

  private shares(): Knex.QueryBuilder {
    const columns = [...Object.values(SHARE_COLUMNS), 'report_count', 'reported_at'].map((name) => `shares.${name}`);
    return this.table('shares')
      .join('users', 'users.uid', 'shares.owner_id')
      .select(...columns, 'users.name as name_of_owner', 'users.email as email_of_owner')
      .select('users.language as language_of_owner');
  }

  private ownersOf(owner: string): Knex.QueryBuilder {
    return this.table('users').where('uid', owner).orWhere('email', owner.toLowerCase()).select('uid');
  }
}
