import type { Knex } from 'knex';

import { parentsFirst, readCatalog, type TableShape } from '../dialect/catalog.ts';
import { MIGRATIONS_TABLE } from '../migrator.ts';

/** Of this installation and moment: the schema's own state, locks of jobs, and mails that are on their way. */
export const NOT_BACKED_UP = [MIGRATIONS_TABLE, 'schema_lease', 'chores', 'mail_queue'];
/** Columns of one engine's full-text index. */
const INDEX_COLUMNS = ['search_documents.words', 'file_chunks.words'];
/** Their index is computed from other tables, which are loaded first. */
const LAST = ['search_documents', 'file_chunks'];

/** What a backup has, in an order in which it can be loaded. */
export const backupTables = async (connection: Knex): Promise<readonly TableShape[]> => {
  const tables = (await readCatalog(connection))
    .filter(({ name }) => !NOT_BACKED_UP.includes(name))
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !INDEX_COLUMNS.includes(`${table.name}.${name}`)),
    }));
  const isLast = ({ name }: TableShape): boolean => LAST.includes(name);
  const ordered = parentsFirst(tables);
  return [...ordered.filter((table) => !isLast(table)), ...ordered.filter(isLast)];
};
