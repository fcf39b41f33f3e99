import { createTable, type Migration } from './migration.ts';

/** How far the audit log was sent to another system: one row. */
export const auditForwarding: Migration = {
  name: '0270-audit-forwarding',
  up: (knex) =>
    createTable(knex, 'audit_forwarding', (table) => {
      table.string('name', 20).primary();
      table.bigInteger('sequence').notNullable();
      table.string('hash', 64).notNullable();
      table.bigInteger('sent_at').nullable();
      table.bigInteger('failed_at').nullable();
      table.integer('failures').notNullable();
      table.bigInteger('lost').notNullable();
      table.text('error').nullable();
    }),
  down: async (knex) => {
    await knex.schema.dropTable('audit_forwarding');
  },
};
