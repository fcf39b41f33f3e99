import { createTable, type Migration } from './migration.ts';

/** Changes of addresses that wait for their confirmation, or may still be undone. */
export const emailChanges: Migration = {
  name: '0182-email-changes',
  up: (knex) =>
    createTable(knex, 'email_changes', (table) => {
      table.string('digest', 64).primary();
      table.string('step', 10).notNullable();
      table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
      table.string('session_digest', 64).notNullable();
      table.string('old_email', 254).notNullable();
      table.string('new_email', 254).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.bigInteger('used_at').nullable();
      table.index(['uid', 'step'], 'email_changes_by_user');
      table.index(['old_email'], 'email_changes_by_address');
      table.index(['expires_at'], 'email_changes_by_expiry');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('email_changes');
  },
};
