import type { Knex } from 'knex';

import { migrations as allMigrations } from '../../../migrations/index.ts';
import { compareBytes, type Migration } from '../../../migrations/migration.ts';
import { StoreUnavailable } from '../../domain/kernel/domain-error.ts';
import { DatabaseError } from './database-url.ts';
import type { Database } from './database.ts';
import { SchemaLease } from './schema-lease.ts';

export const MIGRATIONS_TABLE = 'schema_migrations';
/** Stands among the migrations until a restore is complete, so that no server starts on half of a backup. */
export const UNFINISHED_RESTORE = 'unfinished-restore';

export interface MigrationResult {
  /** Names of the steps that this call applied, oldest first. */
  readonly applied: readonly string[];
  /** The backup made before, if any. */
  readonly backup: string | undefined;
}

/**
 * Migrates the schema step by step. Many processes may call it at once: each step is applied by one of them. An
 * existing SQLite database is backed up to a file beside it first.
 */
export class Migrator {
  constructor(
    private readonly db: Database,
    private readonly migrations: readonly Migration[] = allMigrations,
  ) {}

  /** Applies at most `limit` missing steps. Throws when the database is newer than this code. */
  up(limit = Infinity): Promise<MigrationResult> {
    return this.applyPending(limit, (names) => this.rejectUnknown(names));
  }

  /** From here until the row is deleted, `up` throws. */
  async markRestore(): Promise<void> {
    await this.ensureTable();
    await this.db.connection(MIGRATIONS_TABLE).insert({ name: UNFINISHED_RESTORE }).onConflict('name').ignore();
  }

  /** The schema of a marked restore. */
  upInRestore(): Promise<MigrationResult> {
    return this.applyPending(Infinity, (names) =>
      this.rejectUnknown(names.filter((one) => one !== UNFINISHED_RESTORE)),
    );
  }

  private async applyPending(limit: number, check: (completed: readonly string[]) => void): Promise<MigrationResult> {
    const applied: string[] = [];
    let backup: string | undefined;
    await this.withSchemaLease(async (assertLease) => {
      await this.ensureTable();
      const completed = await this.appliedNames();
      check([...completed]);
      const pending = this.migrations.filter(({ name }) => !completed.has(name)).slice(0, limit);
      const [next] = pending;
      if (next && this.migrations.some(({ name }) => completed.has(name)))
        backup = await this.db.dialect.backUp(next.name);
      for (const migration of pending) {
        assertLease();
        if (await this.tryStep(migration)) applied.push(migration.name);
      }
    });
    return { applied, backup };
  }

  /** Reverts the newest `steps` steps, with their data. */
  async down(steps: number): Promise<void> {
    await this.withSchemaLease(async (assertLease) => {
      const completed = await this.appliedNames();
      const newest = this.migrations.filter(({ name }) => completed.has(name)).slice(-steps);
      for (const migration of newest.reverse()) {
        assertLease();
        await this.runStep(migration, 'down');
      }
    });
  }

  /**
   * Whether the schema is the one of this code; false when the database does not answer. Runs in a transaction, which
   * SQLite begins only if it can also write.
   */
  async isUpToDate(): Promise<boolean> {
    try {
      const completed = await this.db.transaction(() => this.appliedNames());
      return completed.size === this.migrations.length && this.migrations.every(({ name }) => completed.has(name));
    } catch {
      return false;
    }
  }

  private withSchemaLease(work: (assertLease: () => void) => Promise<void>): Promise<void> {
    return new SchemaLease(this.db, this.db.dialect.retryPolicy.timing).run(work);
  }

  private async ensureTable(): Promise<void> {
    await this.db.transaction(async () => {
      if (await this.db.connection.schema.hasTable(MIGRATIONS_TABLE)) return;
      await this.db.connection.schema.createTable(MIGRATIONS_TABLE, (table) => {
        compareBytes(this.db.connection, table);
        table.string('name', 100).primary();
      });
    });
  }

  private async appliedNames(): Promise<ReadonlySet<string>> {
    const names: string[] = await this.db.connection(MIGRATIONS_TABLE).pluck('name');
    return new Set(names);
  }

  private rejectUnknown(completed: readonly string[]): void {
    const knownNames = new Set(this.migrations.map(({ name }) => name));
    if (completed.includes(UNFINISHED_RESTORE)) {
      throw new DatabaseError('A restore into this database did not finish. Run it again, or empty the database.');
    }
    const unknownNames = completed.filter((name) => !knownNames.has(name));
    if (unknownNames.length > 0) {
      throw new DatabaseError(
        `This database belongs to a newer version of the product (it has ${unknownNames.join(', ')}). ` +
          'Start that version, or restore a backup.',
      );
    }
  }

  /** Names the step that failed. */
  private async tryStep(migration: Migration): Promise<boolean> {
    try {
      return await this.runStep(migration, 'up');
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof StoreUnavailable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseError(
        `The migration ${migration.name} failed: ${reason}. The next start tries it again; ` +
          'docs/operations.md says how to go back.',
        error,
      );
    }
  }

  /** False when another process applied the step meanwhile. */
  private runStep(migration: Migration, direction: 'up' | 'down'): Promise<boolean> {
    return this.db.transaction(async () => {
      const { connection } = this.db;
      const row: unknown = await connection(MIGRATIONS_TABLE).where({ name: migration.name }).first();
      if ((row !== undefined) === (direction === 'up')) return false;
      await migration[direction](connection);
      await this.record(connection, migration.name, direction);
      return true;
    });
  }

  private async record(connection: Knex, name: string, direction: 'up' | 'down'): Promise<void> {
    await (direction === 'up'
      ? connection(MIGRATIONS_TABLE).insert({ name })
      : connection(MIGRATIONS_TABLE).where({ name }).delete());
  }
}
