import { createTable, type Migration } from './migration.ts';

/**
 * The audit log: a chain of entries, and its two ends: `head` (the newest entry) and `anchor` (the last that was
 * removed by its age). No foreign key to `users`: entries outlive an account.
 */
export const audit: Migration = {
  name: '0170-audit',
  up: async (knex) => {
    await createTable(knex, 'audit_entries', (table) => {
      table.bigInteger('sequence').primary();
      table.bigInteger('at').notNullable();
      table.string('actor_kind', 10).notNullable();
      table.string('actor_uid', 64).nullable();
      table.string('actor_label', 254).nullable();
      table.string('way', 30).notNullable();
      table.string('address', 80).nullable();
      table.string('action', 40).notNullable();
      table.string('target_kind', 30).nullable();
      table.string('target_id', 191).nullable();
      table.string('target_label', 254).nullable();
      table.string('outcome', 10).notNullable();
      table.text('details', 'mediumtext').notNullable();
      table.string('hash', 64).notNullable();
      table.string('seal', 64).notNullable();
      table.string('seal_key', 16).notNullable();
      table.index(['at'], 'audit_entries_by_time');
    });
    await createTable(knex, 'audit_ends', (table) => {
      table.string('name', 10).primary();
      table.bigInteger('sequence').notNullable();
      table.string('hash', 64).notNullable();
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('audit_ends');
    await knex.schema.dropTable('audit_entries');
  },
};
