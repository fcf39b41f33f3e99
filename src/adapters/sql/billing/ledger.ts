import { FINAL_STATUSES } from '../../../shared/reply-status.ts';
import { z } from 'zod';

import type { LedgerEntry, LedgerStore } from '../../../domain/billing/ports.ts';
import { utcDay } from '../../../domain/kernel/day.ts';
import type { Database } from '../database.ts';
import { subtractFromDays } from './daily-usage.ts';

const purpose = z.enum(['reply', 'title', 'related-questions', 'synthesis', 'embedding', 'vision', 'api']);
const status = z.enum(FINAL_STATUSES);

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly purpose: string;
  readonly model: string;
  readonly provider: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly estimated: boolean | number;
  readonly cost_micro_usd: number | string | null;
  readonly messages: number;
  readonly status: string;
  readonly at: number | string;
}

const toRow = (entry: LedgerEntry) => ({
  id: entry.id,
  owner: entry.owner,
  purpose: entry.purpose,
  model: entry.model,
  provider: entry.provider,
  input_tokens: entry.inputTokens,
  output_tokens: entry.outputTokens,
  estimated: entry.estimated,
  cost_micro_usd: entry.costMicroUsd,
  messages: entry.messages,
  status: entry.status,
  at: entry.at,
  day: utcDay(entry.at),
});

const toEntry = (row: Row): LedgerEntry => ({
  id: row.id,
  owner: row.owner,
  purpose: purpose.parse(row.purpose),
  model: row.model,
  provider: row.provider,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  estimated: Boolean(row.estimated),
  costMicroUsd: row.cost_micro_usd === null ? null : Number(row.cost_micro_usd),
  messages: row.messages === 0 ? 0 : 1,
  status: status.parse(row.status),
  at: Number(row.at),
});

export class SqlLedgerStore implements LedgerStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length > 0) await this.db.insert('ledger', entries.map(toRow));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.db.transaction(async () => {
      const lines = () => this.db.connection('ledger').whereIn('id', [...ids]);
      const existing: (Row & { readonly day: string; readonly pending: number | null })[] = await lines().forUpdate();
      if (existing.length === 0) return;
      await lines().delete();
      await subtractFromDays(
        this.db,
        existing.filter(({ pending }) => pending === null),
      );
    });
  }

  async listByOwner(owner: string, since: number): Promise<readonly LedgerEntry[]> {
    const rows: Row[] = await this.db
      .connection('ledger')
      .where({ owner })
      .where('at', '>=', since)
      .orderBy(['at', 'id']);
    return rows.map(toEntry);
  }

  async listPage(
    owner: string,
    after: Pick<LedgerEntry, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]> {
    const query = this.db.connection('ledger').where({ owner });
    if (after) {
      void query.where('at', '>=', after.at);
      void query.where((later) => void later.where('at', '>', after.at).orWhere('id', '>', after.id));
    }
    const rows: Row[] = await query.orderBy(['at', 'id']).limit(limit);
    return rows.map(toEntry);
  }
}
