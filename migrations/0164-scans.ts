import { createTables, type Migration } from './migration.ts';

/** Files whose pages are pictures, and the text that was recognised in them. */
export const scans: Migration = {
  name: '0164-scans',
  up: async (knex) => {
    await createTables(knex, [
      [
        'scans',
        (table) => {
          table.string('file_id', 64).primary().references('files.id').onDelete('CASCADE');
          table.string('owner_id', 64).notNullable();
          table.string('tier', 20).notNullable();
          table.string('status', 10).notNullable();
          table.integer('page').unsigned().notNullable();
          table.integer('pages').unsigned().notNullable();
          table.integer('attempts').unsigned().notNullable();
          table.bigInteger('due_at').notNullable();
          table.string('holder', 191).nullable();
          table.index(['status', 'due_at'], 'scans_by_status');
        },
      ],
      [
        'scan_pages',
        (table) => {
          table.string('file_id', 64).notNullable().references('scans.file_id').onDelete('CASCADE');
          table.integer('page').unsigned().notNullable();
          table.text('text', 'mediumtext').notNullable();
          table.primary(['file_id', 'page']);
        },
      ],
    ]);
  },
  down: async (knex) => {
    await knex.schema.dropTable('scan_pages');
    await knex.schema.dropTable('scans');
  },
};
