import { FINAL_STATUSES } from '../../../shared/reply-status.ts';
import { z } from 'zod';

import type { LedgerEntry, LedgerStore } from '../../../domain/billing/ports.ts';
import { utcDay } from '../../../domain/kernel/day.ts';
import { boolean, rowMapping } from '../row-mapping.ts';
import { after, SqlStore } from '../sql-store.ts';
import { type CountedLine, subtractFromDays } from './daily-usage.ts';

const purpose = z.enum([
  'reply',
  'title',
  'related-questions',
  'synthesis',
  'embedding',
  'vision',
  'api',
  'rewording',
  'reranking',
  'citation-check',
  'citation-correction',
]);
const status = z.enum(FINAL_STATUSES);

const entries = rowMapping<Omit<LedgerEntry, 'replyId'>>({
  id: 'id',
  owner: 'owner',
  purpose: { column: 'purpose', parse: (text) => purpose.parse(text) },
  model: 'model',
  provider: 'provider',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  fileTokens: 'file_tokens',
  estimated: boolean('estimated'),
  costMicroUsd: 'cost_micro_usd',
  messages: 'messages',
  status: { column: 'status', parse: (text) => status.parse(text) },
  at: 'at',
});

export class SqlLedgerStore extends SqlStore implements LedgerStore {
  async add(added: readonly LedgerEntry[]): Promise<void> {
    const rows = added.map((entry) => ({ ...entries.toRow(entry), day: utcDay(entry.at) }));
    if (rows.length > 0) await this.db.insert('ledger', rows);
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.db.transaction(async () => {
      const lines = () => this.table('ledger').whereIn('id', ids);
      const existing: (CountedLine & { readonly pending: number | null })[] = await lines().forUpdate();
      if (existing.length === 0) return;
      await lines().delete();
      await subtractFromDays(
        this.db,
        existing.filter(({ pending }) => pending === null),
      );
    });
  }

  async listByOwner(owner: string, since: number): Promise<readonly LedgerEntry[]> {
    const rows: object[] = await this.table('ledger').where({ owner }).where('at', '>=', since).orderBy(['at', 'id']);
    return rows.map(entries.fromRow);
  }

  async listPage(
    owner: string,
    last: Pick<LedgerEntry, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]> {
    const rest = after(this.table('ledger').where({ owner }), 'at', last);
    const rows: object[] = await rest.orderBy(['at', 'id']).limit(limit);
    return rows.map(entries.fromRow);
  }
}
