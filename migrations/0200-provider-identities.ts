import type { Knex } from 'knex';

import { createTable, dropColumns, type Migration } from './migration.ts';

/** Sign-in providers: which one an identity belongs to, whether it made its account admin, and unfinished sign-ins. */
export const providerIdentities: Migration = {
  name: '0200-provider-identities',
  up: async (knex) => {
    await addColumn(knex, 'provider', (table) => void table.string('provider', 40).nullable());
    await addColumn(knex, 'gives_admin', (table) => void table.boolean('gives_admin').notNullable().defaultTo(false));
    await createTable(knex, 'pending_identities', (table) => {
      table.string('digest', 64).primary();
      table.text('identity').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.index(['expires_at'], 'pending_identities_by_expiry');
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('pending_identities');
    await dropColumns(knex, 'identities', 'provider', 'gives_admin');
  },
};

const addColumn = async (knex: Knex, name: string, add: (table: Knex.AlterTableBuilder) => void): Promise<void> => {
  if (!(await knex.schema.hasColumn('identities', name))) await knex.schema.alterTable('identities', add);
};
