import { hostname } from 'node:os';

import type { Runners } from '../../../domain/chat/replies/ports/reply-store.ts';
import type { Ids } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';

const MAX_HOST_LENGTH = 100;

/** Leases on the database's clock: machines' clocks may differ, and processes may be suspended. */
export class SqlRunners implements Runners {
  readonly id: string;

  constructor(
    private readonly db: Database,
    ids: Ids,
    readonly leaseMs: number,
  ) {
    // Host and pid are informational: in containers several processes may share them.
    this.id = `${hostname().slice(0, MAX_HOST_LENGTH)}:${process.pid}:${ids.next()}`;
  }

  async renew(): Promise<void> {
    const { nowMs: now, onConflictUpdate: laterWins } = this.db.dialect;
    const insert = `INSERT INTO runners (id, lease_until) VALUES (?, ${now} + ?)`;
    await this.db.execute(`${insert} ${laterWins(['id'], 'lease_until')}`, [this.id, this.leaseMs]);
  }

  async findExpired(runnerIds: readonly string[]): Promise<readonly string[]> {
    if (runnerIds.length === 0) return [];
    const placeholders = runnerIds.map(() => '?').join(', ');
    const sql = `SELECT id FROM runners WHERE id IN (${placeholders}) AND lease_until > ${this.db.dialect.nowMs}`;
    const leased = new Set((await this.db.query<{ id: string }>(sql, runnerIds)).map(({ id }) => id));
    return runnerIds.filter((id) => !leased.has(id));
  }

  async listExpired(): Promise<readonly string[]> {
    const sql = `SELECT id FROM runners WHERE lease_until <= ${this.db.dialect.nowMs}`;
    return (await this.db.query<{ id: string }>(sql, [])).map(({ id }) => id);
  }

  async forget(runnerId: string): Promise<void> {
    await this.db.execute(`DELETE FROM runners WHERE id = ? AND lease_until <= ${this.db.dialect.nowMs}`, [runnerId]);
  }

  async retireOthers(): Promise<void> {
    if (this.db.isServedAlone) await this.db.connection('runners').whereNot({ id: this.id }).update({ lease_until: 0 });
  }

  async retire(): Promise<void> {
    await this.db.connection('runners').where({ id: this.id }).update({ lease_until: 0 });
  }
}
