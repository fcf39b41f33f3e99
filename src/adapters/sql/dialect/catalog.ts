import type { Knex } from 'knex';

import { isSqlite } from '../../../../migrations/migration.ts';

/** A table as the engine's own catalogue has it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isBinary: boolean }[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Tables that foreign keys refer to. */
  readonly parents: readonly string[];
}

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  /** Place in the primary key, from 1. */
  readonly key_place: number;
}

interface Reference {
  readonly table_name: string;
  readonly parent: string;
}

// Virtual tables and what they consist of are indexes: they are of type `virtual` and `shadow`.
const SQLITE_TABLES =
  "pragma_table_list t WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~'";
const SQLITE_COLUMNS = `
  SELECT t.name AS table_name, c.name AS column_name, lower(c.type) AS type, c.pk AS key_place
  FROM ${SQLITE_TABLES.replace(' WHERE', ' JOIN pragma_table_xinfo(t.name) c WHERE')} AND c.hidden = 0
  ORDER BY t.name, c.cid`;
const SQLITE_REFERENCES = `
  SELECT t.name AS table_name, f."table" AS parent
  FROM ${SQLITE_TABLES.replace(' WHERE', ' JOIN pragma_foreign_key_list(t.name) f WHERE')}`;

// What is generated is computed again.
const MYSQL_COLUMNS = `
  SELECT c.table_name AS table_name, c.column_name AS column_name, c.data_type AS type,
    COALESCE(k.ordinal_position, 0) AS key_place
  FROM information_schema.columns c
  JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
  LEFT JOIN information_schema.key_column_usage k ON k.table_schema = c.table_schema
    AND k.table_name = c.table_name AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY'
  WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND COALESCE(c.generation_expression, '') = ''
  ORDER BY c.table_name, c.ordinal_position`;
const MYSQL_REFERENCES = `
  SELECT table_name AS table_name, referenced_table_name AS parent FROM information_schema.key_column_usage
  WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL`;

const select = (connection: Knex, sql: string): Knex.QueryBuilder =>
  connection.select('*').from(connection.raw(`(${sql}) found`));

/** The tables of a database, without those of full-text indexes. */
export const readCatalog = async (connection: Knex): Promise<readonly TableShape[]> => {
  const [columnsSql, referencesSql] = isSqlite(connection)
    ? [SQLITE_COLUMNS, SQLITE_REFERENCES]
    : [MYSQL_COLUMNS, MYSQL_REFERENCES];
  const columns: ColumnRow[] = await select(connection, columnsSql);
  const references: Reference[] = await select(connection, referencesSql);
  const names = [...new Set(columns.map((row) => row.table_name))];
  return names.map((name) => {
    const own = columns.filter((row) => row.table_name === name);
    return {
      name,
      columns: own.map(({ column_name, type }) => ({ name: column_name, isBinary: /blob|binary/.test(type) })),
      key: own
        .filter(({ key_place }) => key_place > 0)
        .toSorted((a, b) => a.key_place - b.key_place)
        .map(({ column_name }) => column_name),
      parents: references.filter((row) => row.table_name === name).map(({ parent }) => parent),
    };
  });
};

/** Parents before the tables that refer to them. */
export const parentsFirst = (tables: readonly TableShape[]): readonly TableShape[] => {
  const ordered: TableShape[] = [];
  const visit = (table: TableShape): void => {
    if (ordered.includes(table)) return;
    for (const parent of tables.filter(({ name }) => name !== table.name && table.parents.includes(name)))
      visit(parent);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
};
