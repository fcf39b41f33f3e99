import { isSqlite, type Migration, runAll } from './migration.ts';

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
     ADD COLUMN words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      ADD FULLTEXT INDEX search_words (words)`,
];
const MYSQL_DOWN = ['ALTER TABLE search_documents DROP INDEX search_words, DROP COLUMN words'];

/** The engine's own full-text index over `search_documents`. */
export const searchWords: Migration = {
  name: '0007-search-words',
  async up(knex) {
    if (isSqlite(knex)) return runAll(knex, SQLITE_UP);
    // One statement, so a cut-off earlier try has done all of it or nothing.
    if (!(await knex.schema.hasColumn('search_documents', 'words'))) await runAll(knex, MYSQL_UP);
  },
  down: (knex) => runAll(knex, isSqlite(knex) ? SQLITE_DOWN : MYSQL_DOWN),
};
