import { createTable, type Migration } from './migration.ts';

/** The name of `PERSONAL_KEY`. */
const NAME = 'Personal key';

/** Several keys per account, with name, scope and expiry. The one key that an account had keeps all rights. */
export const userApiKeys: Migration = {
  name: '0181-user-api-keys',
  up: async (knex) => {
    if (await knex.schema.hasTable('api_keys')) {
      // Of an interrupted attempt: the old keys are all still there.
      if (await knex.schema.hasTable('user_api_keys')) await knex('user_api_keys').delete();
      await createTable(knex, 'user_api_keys', (table) => {
        table.string('id', 64).primary();
        table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
        table.string('name', 191).notNullable();
        table.string('scope', 20).notNullable();
        table.string('secret_digest', 64).notNullable();
        table.bigInteger('created_at').notNullable();
        table.bigInteger('expires_at').nullable();
        table.bigInteger('last_used_at').nullable();
        table.index(['uid'], 'user_api_keys_by_user');
      });
      const columns = ['id', 'uid', 'secret_digest', 'created_at', 'last_used_at'];
      const rows = knex('api_keys').select(...columns, knex.raw("?, 'all'", [NAME]));
      await knex(knex.raw('?? (??, ??, ??, ??, ??, ??, ??)', ['user_api_keys', ...columns, 'name', 'scope'])).insert(
        rows,
      );
      await knex.schema.dropTable('api_keys');
    }
  },
  down: async (knex) => {
    await createTable(knex, 'api_keys', (table) => {
      table.string('uid', 64).primary().references('users.uid').onDelete('CASCADE');
      table.string('id', 64).notNullable();
      table.string('secret_digest', 64).notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('last_used_at').nullable();
      table.index(['id'], 'api_keys_by_id');
    });
    const columns = ['id', 'uid', 'secret_digest', 'created_at', 'last_used_at'];
    await knex(knex.raw('?? (??, ??, ??, ??, ??)', ['api_keys', ...columns])).insert(
      knex('user_api_keys').where({ name: NAME, scope: 'all' }).whereNull('expires_at').select(columns),
    );
    await knex.schema.dropTable('user_api_keys');
  },
};
