import { randomUUID } from 'node:crypto';

import { compareBytes } from '../../../migrations/migration.ts';
import { DatabaseFault } from './database-url.ts';
import type { Database } from './database.ts';
import type { Timing } from './patience.ts';

const TABLE = 'schema_lease';
/** Milliseconds. Whoever died with the lease is waited for so long. */
const LEASE = 30_000;
const RENEW_EVERY = 5000;
const LOOK_EVERY = 200;
/** A long step of another process is waited for; then the supervisor starts this one again. */
const LONGEST_WAIT = 10 * 60_000;

/**
 * Lets one process at a time change the schema: a row with a holder and an end by the database's clock. A named lock of
 * the server would not do: in a cluster each server has its own.
 */
export class SchemaLease {
  private readonly db: Database;
  private readonly timing: Timing;
  private readonly holder = randomUUID();
  private isLost = false;

  constructor(db: Database, timing: Timing) {
    this.db = db;
    this.timing = timing;
  }

  /** `check` throws once another process has the lease; call it before each step. */
  async hold(work: (check: () => void) => Promise<void>): Promise<void> {
    await this.prepare();
    const giveUpAt = this.timing.now() + LONGEST_WAIT;
    while (!(await this.take())) {
      if (this.timing.now() > giveUpAt)
        throw new DatabaseFault('Another process is still changing the database schema.');
      await this.timing.sleep(LOOK_EVERY);
    }
    const renewing = setInterval(() => void this.renew(), RENEW_EVERY).unref();
    try {
      await work(() => this.requireHeld());
    } finally {
      clearInterval(renewing);
      await this.db.changeAgain(`UPDATE ${TABLE} SET ends_at = 0 WHERE holder = ?`, [this.holder]);
    }
  }

  private async prepare(): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.exists())) await this.make();
    });
    await this.db.connection(TABLE).insert({ id: 1, holder: '', ends_at: 0 }).onConflict('id').ignore();
  }

  private exists(): Promise<boolean> {
    return this.db.connection.schema.hasTable(TABLE);
  }

  private async make(): Promise<void> {
    try {
      await this.db.connection.schema.createTable(TABLE, (table) => {
        compareBytes(this.db.connection, table);
        table.integer('id').primary();
        table.string('holder', 36).notNullable();
        table.bigInteger('ends_at').notNullable();
      });
    } catch (error) {
      if (!(await this.exists())) throw error; // else another process was quicker
    }
  }

  private async take(): Promise<boolean> {
    const { now } = this.db.dialect;
    const sql = `UPDATE ${TABLE} SET holder = ?, ends_at = ${now} + ${LEASE} WHERE id = 1 AND (ends_at < ${now} OR holder = ?)`;
    return (await this.db.changeAgain(sql, [this.holder, this.holder])) === 1;
  }

  /** Not after it was given back: a late renewal must not take it again. */
  private async renew(): Promise<void> {
    const sql = `UPDATE ${TABLE} SET ends_at = ${this.db.dialect.now} + ${LEASE} WHERE id = 1 AND holder = ? AND ends_at > 0`;
    try {
      if ((await this.db.changeAgain(sql, [this.holder])) === 0) this.isLost = true;
    } catch {
      // The next renewal tries again; should the lease end before, another process may take it, and then this one hears so.
    }
  }

  private requireHeld(): void {
    if (this.isLost) throw new DatabaseFault('Another process has taken over the change of the database schema.');
  }
}
