import { createTable, type Migration } from './migration.ts';

/** People who wait for an admin to approve their account. */
export const registrationRequests: Migration = {
  name: '0252-registration-requests',
  up: (knex) =>
    createTable(knex, 'registration_requests', (table) => {
      table.string('id', 64).primary();
      table.string('subject', 400).notNullable();
      table.string('email', 254).nullable();
      table.boolean('email_verified').notNullable();
      table.string('phone_number', 20).nullable();
      table.string('name', 255).notNullable();
      table.string('password_hash', 255).nullable();
      table.string('identity_key', 400).nullable();
      table.string('provider', 40).nullable();
      table.string('language', 8).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.text('declined').nullable();
      table.unique(['subject'], { indexName: 'registration_requests_by_subject' });
      table.index(['created_at', 'id'], 'registration_requests_in_order');
      table.index(['expires_at'], 'registration_requests_by_expiry');
      table.index(['email'], 'registration_requests_by_address');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('registration_requests');
  },
};
