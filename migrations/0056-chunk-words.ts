import { isSqlite, type Migration, runAll } from './migration.ts';

/** As for chats (0007), but chunks are ranked, so the index has to know how often a word stands in one. */
const SQLITE_UP = [
  `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_words USING fts5(
     words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'")`,
  `CREATE TRIGGER IF NOT EXISTS chunk_words_follow AFTER DELETE ON file_chunks
     BEGIN DELETE FROM chunk_words WHERE rowid = old.id; END`,
];
const SQLITE_DOWN = ['DROP TRIGGER chunk_words_follow', 'DROP TABLE chunk_words'];
const MYSQL_UP = [
  `ALTER TABLE file_chunks
     ADD COLUMN words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      ADD FULLTEXT INDEX chunk_words (words)`,
];
const MYSQL_DOWN = ['ALTER TABLE file_chunks DROP INDEX chunk_words, DROP COLUMN words'];

/** The engine's own full-text index over `file_chunks`. */
export const chunkWords: Migration = {
  name: '0056-chunk-words',
  async up(knex) {
    if (isSqlite(knex)) return runAll(knex, SQLITE_UP);
    // One statement, so a cut-off earlier try has done all of it or nothing.
    if (!(await knex.schema.hasColumn('file_chunks', 'words'))) await runAll(knex, MYSQL_UP);
  },
  down: (knex) => runAll(knex, isSqlite(knex) ? SQLITE_DOWN : MYSQL_DOWN),
};
