import type { Knex } from 'knex';

import { migrations as allMigrations } from '../../../migrations/index.ts';
import { compareBytes, type Migration } from '../../../migrations/migration.ts';
import { DatabaseFault } from './database-url.ts';
import type { Database } from './database.ts';
import { SchemaLease } from './schema-lease.ts';

const TABLE = 'schema_migrations';

export interface Migrated {
  /** The names of the steps that this call did, oldest first. */
  readonly applied: readonly string[];
  /** The copy that was made before, if any. */
  readonly backup: string | undefined;
}

/**
 * Brings the schema up to date, one recorded step after the other. May be called by many processes at once: each step
 * is done by one of them. An existing SQLite database is copied to a file beside it first.
 */
export class Migrator {
  private readonly db: Database;
  private readonly migrations: readonly Migration[];

  constructor(db: Database, migrations: readonly Migration[] = allMigrations) {
    this.db = db;
    this.migrations = migrations;
  }

  /** Does at most `most` of the steps that are missing. Throws when the database is of a newer version than this code. */
  async up(most = Infinity): Promise<Migrated> {
    const applied: string[] = [];
    let backup: string | undefined;
    await this.exclusively(async (check) => {
      await this.prepareTable();
      const done = await this.done();
      this.refuseNewer(done);
      const pending = this.migrations.filter(({ name }) => !done.has(name)).slice(0, most);
      const [next] = pending;
      if (next && done.size > 0) backup = await this.db.dialect.backUp(next.name);
      for (const migration of pending) {
        check();
        if (await this.step(migration, 'up')) applied.push(migration.name);
      }
    });
    return { applied, backup };
  }

  /** Undoes the newest `steps` steps, with the data that only they had room for. */
  async down(steps: number): Promise<void> {
    await this.exclusively(async (check) => {
      const done = await this.done();
      const newest = this.migrations.filter(({ name }) => done.has(name)).slice(-steps);
      for (const migration of newest.reverse()) {
        check();
        await this.step(migration, 'down');
      }
    });
  }

  /**
   * Whether the schema is exactly the one this code was written for; false when the database does not answer. Asked in a
   * transaction, which SQLite begins only where it can also write.
   */
  async ready(): Promise<boolean> {
    try {
      const done = await this.db.transaction(() => this.done());
      return done.size === this.migrations.length && this.migrations.every(({ name }) => done.has(name));
    } catch {
      return false;
    }
  }

  private exclusively(work: (check: () => void) => Promise<void>): Promise<void> {
    return new SchemaLease(this.db, this.db.dialect.patience.timing).hold(work);
  }

  private async prepareTable(): Promise<void> {
    await this.db.transaction(async () => {
      if (await this.db.connection.schema.hasTable(TABLE)) return;
      await this.db.connection.schema.createTable(TABLE, (table) => {
        compareBytes(this.db.connection, table);
        table.string('name', 100).primary();
      });
    });
  }

  private async done(): Promise<ReadonlySet<string>> {
    const names: string[] = await this.db.connection(TABLE).pluck('name');
    return new Set(names);
  }

  private refuseNewer(done: ReadonlySet<string>): void {
    const known = new Set(this.migrations.map(({ name }) => name));
    const unknown = [...done].filter((name) => !known.has(name));
    if (unknown.length > 0) {
      throw new DatabaseFault(
        `This database belongs to a newer version of the product (it has ${unknown.join(', ')}). Start that version, or restore a backup.`,
      );
    }
  }

  /** False when another process did the step meanwhile. */
  private step(migration: Migration, direction: 'up' | 'down'): Promise<boolean> {
    return this.db.transaction(async () => {
      const { connection } = this.db;
      const row: unknown = await connection(TABLE).where({ name: migration.name }).first();
      if ((row !== undefined) === (direction === 'up')) return false;
      await migration[direction](connection);
      await this.record(connection, migration.name, direction);
      return true;
    });
  }

  private async record(connection: Knex, name: string, direction: 'up' | 'down'): Promise<void> {
    await (direction === 'up' ? connection(TABLE).insert({ name }) : connection(TABLE).where({ name }).delete());
  }
}
