import { createTables, dropColumns, type Migration } from './migration.ts';

/**
 * Groups of people. The account's own row has the ids of its groups, so that a request needs no second query, and the
 * plan without them, so that a plan that a group gave can be taken back.
 */
export const groups: Migration = {
  name: '0260-groups',
  up: async (knex) => {
    await createTables(knex, [
      [
        'user_groups',
        (table) => {
          table.string('id', 36).primary();
          table.string('name', 80).notNullable();
          table.string('name_key', 191).notNullable().unique('user_groups_by_name');
          table.text('description').notNullable();
          table.string('tier', 20).nullable();
          table.text('grants', 'mediumtext').notNullable();
          table.text('claims', 'mediumtext').notNullable();
          table.bigInteger('created_at').notNullable();
        },
      ],
      [
        'user_group_members',
        (table) => {
          table.string('group_id', 36).notNullable().references('user_groups.id').onDelete('CASCADE');
          table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
          table.string('source', 60).notNullable();
          table.bigInteger('since').notNullable();
          table.primary(['group_id', 'uid', 'source']);
          table.index(['uid'], 'user_group_members_by_uid');
        },
      ],
    ]);
    if (!(await knex.schema.hasColumn('users', 'group_ids')))
      await knex.schema.alterTable(
        'users',
        (table) => void table.string('group_ids', 5000).notNullable().defaultTo('[]'),
      );
    if (!(await knex.schema.hasColumn('users', 'own_tier')))
      await knex.schema.alterTable(
        'users',
        (table) => void table.string('own_tier', 20).notNullable().defaultTo('free'),
      );
    await knex('users')
      .whereNot({ subscription: 'free' })
      .update({ own_tier: knex.ref('subscription') });
  },
  down: async (knex) => {
    await knex('users').update({ subscription: knex.ref('own_tier') });
    await dropColumns(knex, 'users', 'group_ids', 'own_tier');
    await knex.schema.dropTable('user_group_members');
    await knex.schema.dropTable('user_groups');
  },
};
