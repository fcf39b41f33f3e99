import { hostname } from 'node:os';

import type { Runners } from '../../domain/chat/ports.ts';
import type { Ids } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';

const LONGEST_HOST = 100;

/** Leases by the clock of the database: the clocks of the machines may differ, and processes may stand still. */
export class SqlRunners implements Runners {
  readonly id: string;
  readonly leaseMs: number;
  private readonly db: Database;

  constructor(db: Database, ids: Ids, leaseMs: number) {
    this.db = db;
    this.leaseMs = leaseMs;
    // Host and process are for whoever reads the table: in containers several may have the same.
    this.id = `${hostname().slice(0, LONGEST_HOST)}:${process.pid}:${ids.next()}`;
  }

  async renew(): Promise<void> {
    const { now, laterWins } = this.db.dialect;
    const insert = `INSERT INTO runners (id, lease_until) VALUES (?, ${now} + ?)`;
    await this.db.change(`${insert} ${laterWins(['id'], 'lease_until')}`, [this.id, this.leaseMs]);
  }

  async dead(runnerIds: readonly string[]): Promise<readonly string[]> {
    if (runnerIds.length === 0) return [];
    const among = runnerIds.map(() => '?').join(', ');
    const sql = `SELECT id FROM runners WHERE id IN (${among}) AND lease_until > ${this.db.dialect.now}`;
    const leased = new Set((await this.db.rows<{ id: string }>(sql, runnerIds)).map(({ id }) => id));
    return runnerIds.filter((id) => !leased.has(id));
  }

  async retire(): Promise<void> {
    await this.db.connection('runners').where({ id: this.id }).delete();
  }
}
