import { createTable, type Migration } from './migration.ts';

export const files: Migration = {
  name: '0050-files',
  up: (knex) =>
    createTable(knex, 'files', (table) => {
      table.string('id', 64).primary();
      table.string('owner_id', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('hash', 64).notNullable();
      table.string('name', 255).notNullable();
      table.string('type', 100).notNullable();
      table.string('kind', 20).notNullable();
      table.bigInteger('size').notNullable();
      table.string('purpose', 20).notNullable();
      table.string('embedding_status', 20).notNullable();
      table.integer('chunk_count').unsigned().notNullable();
      table.integer('access_count').unsigned().notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('expires_at').nullable();
      table.text('description').notNullable();
      table.text('tags').notNullable();
      table.text('search_text').notNullable();
      table.text('search_tags').notNullable();
      table.text('embedding_error').nullable();
      table.text('vision_description', 'mediumtext').nullable();
      table.index(['owner_id', 'purpose', 'created_at', 'id'], 'files_by_owner_newest');
      table.index(['owner_id', 'hash'], 'files_by_owner_and_hash');
      table.index(['hash'], 'files_by_hash');
      table.index(['expires_at', 'id'], 'files_by_expiry');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('files');
  },
};
