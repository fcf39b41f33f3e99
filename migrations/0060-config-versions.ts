import { createTable, type Migration } from './migration.ts';

export const configVersions: Migration = {
  name: '0060-config-versions',
  up: (knex) =>
    createTable(knex, 'config_versions', (table) => {
      table.string('name', 64).notNullable();
      table.integer('version').notNullable();
      table.string('by_uid', 64).notNullable(); // no foreign key: history outlives the admin
      table.string('by_name', 255).notNullable();
      table.bigInteger('at').notNullable();
      table.text('reason').notNullable();
      table.integer('restored').nullable();
      table.boolean('follows').notNullable();
      table.text('changes', 'mediumtext').notNullable();
      table.text('document', 'mediumtext').notNullable();
      table.primary(['name', 'version']);
    }),
  down: async (knex) => {
    await knex.schema.dropTable('config_versions');
  },
};
