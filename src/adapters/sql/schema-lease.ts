import { randomUUID } from 'node:crypto';

import { compareBytes } from '../../../migrations/migration.ts';
import { DatabaseError } from './database-url.ts';
import type { Database } from './database.ts';
import type { Timing } from './retry-policy.ts';

const LEASE_TABLE = 'schema_lease';
/** Milliseconds until the lease of a dead process expires. */
const LEASE_MS = 30_000;
const RENEW_INTERVAL_MS = 5000;
const POLL_INTERVAL_MS = 200;
/** Longest wait for another process's step; then the supervisor restarts this one. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Lets one process at a time migrate: a row with holder and expiry on the database's clock. A named lock (`GET_LOCK`)
 * is local to a server, so it fails in a cluster.
 */
export class SchemaLease {
  private readonly holder = randomUUID();
  private isLost = false;

  constructor(
    private readonly db: Database,
    private readonly timing: Timing,
  ) {}

  /** `assertHeld` throws once another process has the lease; call it before each step. */
  async run(work: (assertHeld: () => void) => Promise<void>): Promise<void> {
    await this.ensureRow();
    const deadline = this.timing.now() + MAX_WAIT_MS;
    while (!(await this.tryAcquire())) {
      if (this.timing.now() > deadline)
        throw new DatabaseError('Another process is still changing the database schema.');
      await this.timing.sleep(POLL_INTERVAL_MS);
    }
    const renewTimer = setInterval(() => void this.renew(), RENEW_INTERVAL_MS).unref();
    try {
      await work(() => this.assertHeld());
    } finally {
      clearInterval(renewTimer);
      await this.db.executeIdempotent(`UPDATE ${LEASE_TABLE} SET ends_at = 0 WHERE holder = ?`, [this.holder]);
    }
  }

  private async ensureRow(): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.exists())) await this.createTable();
    });
    await this.db.connection(LEASE_TABLE).insert({ id: 1, holder: '', ends_at: 0 }).onConflict('id').ignore();
  }

  private exists(): Promise<boolean> {
    return this.db.connection.schema.hasTable(LEASE_TABLE);
  }

  private async createTable(): Promise<void> {
    try {
      await this.db.connection.schema.createTable(LEASE_TABLE, (table) => {
        compareBytes(this.db.connection, table);
        table.integer('id').primary();
        table.string('holder', 36).notNullable();
        table.bigInteger('ends_at').notNullable();
      });
    } catch (error) {
      if (!(await this.exists())) throw error; // another process was quicker
    }
  }

  private async tryAcquire(): Promise<boolean> {
    const { nowMs: now } = this.db.dialect;
    const sql =
      `UPDATE ${LEASE_TABLE} SET holder = ?, ends_at = ${now} + ${LEASE_MS} WHERE id = 1 AND (ends_at < ${now} ` +
      'OR holder = ?)';
    return (await this.db.executeIdempotent(sql, [this.holder, this.holder])) === 1;
  }

  /** Not after release: a late renewal must not take it again. */
  private async renew(): Promise<void> {
    const sql =
      `UPDATE ${LEASE_TABLE} SET ends_at = ${this.db.dialect.nowMs} + ${LEASE_MS} WHERE id = 1 AND holder = ? ` +
      'AND ends_at > 0';
    try {
      if ((await this.db.executeIdempotent(sql, [this.holder])) === 0) this.isLost = true;
    } catch {
      // The next renewal tries again; if the lease expires before, another process may take it,
      // and `assertHeld` throws.
    }
  }

  private assertHeld(): void {
    if (this.isLost) throw new DatabaseError('Another process has taken over the change of the database schema.');
  }
}
