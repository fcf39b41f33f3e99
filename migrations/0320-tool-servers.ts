import type { Knex } from 'knex';

import { createTables, type Migration } from './migration.ts';

const buildServers = (table: Knex.CreateTableBuilder): void => {
  table.string('id', 36).primary();
  table.string('origin', 20).notNullable();
  table.string('owner_uid', 64).nullable().references('users.uid').onDelete('CASCADE');
  table.string('name', 60).notNullable();
  table.string('url', 500).nullable();
  table.string('auth', 20).notNullable();
  table.boolean('enabled').notNullable();
  table.text('audience', 'mediumtext').nullable();
  table.text('limits', 'mediumtext').notNullable();
  table.text('header_names').notNullable();
  table.bigInteger('created_at').notNullable();
  table.index(['owner_uid'], 'tool_servers_by_owner');
};

/**
 * Servers whose tools answer in chats; what they said of their tools, for everybody or for one account; what each
 * account lets a tool do; and their secrets, encrypted, all in one table.
 */
export const toolServers: Migration = {
  name: '0320-tool-servers',
  up: async (knex) => {
    await createTables(knex, [
      ['tool_servers', buildServers],
      [
        'tool_secrets',
        (table) => {
          table.string('id', 191).primary();
          table.string('server_id', 36).notNullable().references('tool_servers.id').onDelete('CASCADE');
          table.string('uid', 64).nullable().references('users.uid').onDelete('CASCADE');
          table.string('kind', 20).notNullable();
          table.text('sealed', 'mediumtext').notNullable();
          table.bigInteger('expires_at').nullable();
          table.index(['server_id', 'kind'], 'tool_secrets_by_server');
          table.index(['uid', 'kind'], 'tool_secrets_by_account');
          table.index(['expires_at'], 'tool_secrets_by_expiry');
        },
      ],
      [
        'tool_lists',
        (table) => {
          table.string('id', 191).primary();
          table.string('server_id', 36).notNullable().references('tool_servers.id').onDelete('CASCADE');
          table.string('uid', 64).nullable().references('users.uid').onDelete('CASCADE');
          table.text('tools', 'mediumtext').notNullable();
          table.bigInteger('read_at').nullable();
          table.string('problem', 300).nullable();
          table.bigInteger('failed_at').nullable();
          table.index(['server_id'], 'tool_lists_by_server');
          table.index(['uid'], 'tool_lists_by_account');
        },
      ],
      [
        'tool_choices',
        (table) => {
          table.string('server_id', 36).notNullable().references('tool_servers.id').onDelete('CASCADE');
          table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
          table.string('tool', 200).notNullable();
          table.string('mode', 10).notNullable();
          table.string('digest', 64).notNullable();
          table.primary(['server_id', 'uid', 'tool']);
          table.index(['uid'], 'tool_choices_by_account');
        },
      ],
    ]);
  },
  down: async (knex) => {
    for (const name of ['tool_choices', 'tool_lists', 'tool_secrets', 'tool_servers'])
      await knex.schema.dropTable(name);
  },
};
