import type { Knex } from 'knex';

/*
 * SQLite keeps only the index of the words (contentless FTS5), and a trigger takes a document's words out with its row,
 * also when a chat or an account takes the row along. MySQL can only index a column, so the words are kept in one; they
 * are plain ASCII (see search-tokens.ts) and so independent of the server's collations.
 */
const SQLITE_UP = [
  `CREATE VIRTUAL TABLE IF NOT EXISTS search_words USING fts5(
     words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'")`,
  `CREATE TRIGGER IF NOT EXISTS search_words_follow AFTER DELETE ON search_documents
     BEGIN DELETE FROM search_words WHERE rowid = old.id; END`,
];
const SQLITE_DOWN = ['DROP TRIGGER search_words_follow', 'DROP TABLE search_words'];
const MYSQL_UP = [
  `ALTER TABLE search_documents
     ADD COLUMN words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL, ADD FULLTEXT INDEX search_words (words)`,
];
const MYSQL_DOWN = ['ALTER TABLE search_documents DROP INDEX search_words, DROP COLUMN words'];

/** Unlike chats, chunks are ranked, so the index has to know how often a word stands in one. */
const SQLITE_CHUNKS_UP = [
  `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_words USING fts5(
     words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'")`,
  `CREATE TRIGGER IF NOT EXISTS chunk_words_follow AFTER DELETE ON file_chunks
     BEGIN DELETE FROM chunk_words WHERE rowid = old.id; END`,
];
const SQLITE_CHUNKS_DOWN = ['DROP TRIGGER chunk_words_follow', 'DROP TABLE chunk_words'];
const MYSQL_CHUNKS_UP = [
  `ALTER TABLE file_chunks
     ADD COLUMN words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL, ADD FULLTEXT INDEX chunk_words (words)`,
];
const MYSQL_CHUNKS_DOWN = ['ALTER TABLE file_chunks DROP INDEX chunk_words, DROP COLUMN words'];

const isSqlite = (knex: Knex): boolean => knex.client.dialect === 'sqlite3';

const run = async (knex: Knex, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await knex.raw(statement);
};

/** The engine's own full-text index over `search_documents`. */
export const addSearchWords = async (knex: Knex): Promise<void> => {
  if (isSqlite(knex)) return run(knex, SQLITE_UP);
  // One statement, so a cut-off earlier try has done all of it or nothing.
  if (!(await knex.schema.hasColumn('search_documents', 'words'))) await run(knex, MYSQL_UP);
};

export const dropSearchWords = (knex: Knex): Promise<void> => run(knex, isSqlite(knex) ? SQLITE_DOWN : MYSQL_DOWN);

/** The engine's own full-text index over `file_chunks`. */
export const addChunkWords = async (knex: Knex): Promise<void> => {
  if (isSqlite(knex)) return run(knex, SQLITE_CHUNKS_UP);
  if (!(await knex.schema.hasColumn('file_chunks', 'words'))) await run(knex, MYSQL_CHUNKS_UP);
};

export const dropChunkWords = (knex: Knex): Promise<void> =>
  run(knex, isSqlite(knex) ? SQLITE_CHUNKS_DOWN : MYSQL_CHUNKS_DOWN);
