import type { Knex } from 'knex';
import { type Model, type QueryBuilder, UniqueViolationError } from 'objection';

import type { Database } from './database.ts';

/** A repository on one database. */
export abstract class SqlStore {
  constructor(protected readonly db: Database) {}

  protected table(name: string): Knex.QueryBuilder {
    return this.db.connection(name);
  }

  protected async upsertRow(table: string, key: string, row: object): Promise<void> {
    await this.table(table).insert(row).onConflict(key).merge();
  }
}

export const newestFirst = (...columns: readonly string[]) =>
  columns.map((column) => ({ column, order: 'desc' as const }));

export const countRows = async (query: Knex.QueryBuilder): Promise<number> => {
  const [row]: { total: number }[] = await query.count({ total: '*' });
  return row?.total ?? 0;
};

/** The part of a list ordered by `column` and id that comes after one row; all of it without one. */
export const after = (
  query: Knex.QueryBuilder,
  column: string,
  last: { readonly at: number; readonly id: string } | undefined,
): Knex.QueryBuilder =>
  last
    ? query
        .where(column, '>=', last.at)
        .where((later) => void later.where(column, '>', last.at).orWhere('id', '>', last.id))
    : query;

/** Inserts a model; false when the key exists already, also in a race. */
export const insertIfAbsent = async (insert: PromiseLike<unknown>): Promise<boolean> => {
  try {
    await insert;
    return true;
  } catch (error) {
    if (error instanceof UniqueViolationError) return false;
    throw error;
  }
};

/** Optimistic lock: inserts revision 1, else replaces the revision before. False when another writer was faster. */
export const saveRevision = async <M extends Model>(
  rows: () => QueryBuilder<M>,
  key: object,
  { revision, row }: { readonly revision: number; readonly row: object },
): Promise<boolean> =>
  revision > 1
    ? (await rows()
        .patch(row)
        .where({ ...key, revision: revision - 1 })) === 1
    : insertIfAbsent(rows().insert(row));
