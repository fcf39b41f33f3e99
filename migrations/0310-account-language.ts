import { dropColumns, type Migration } from './migration.ts';

const USERS = 'users';
const REQUESTS = 'registration_requests';

/** The language of mails to an account, and which requests for an account the admins have been told of. */
export const accountLanguage: Migration = {
  name: '0310-account-language',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(USERS, 'language')))
      await knex.schema.alterTable(USERS, (table) => {
        table.string('language', 8).nullable();
      });
    if (!(await knex.schema.hasColumn(REQUESTS, 'announced_at')))
      await knex.schema.alterTable(REQUESTS, (table) => {
        table.bigInteger('announced_at').nullable();
        table.index(['announced_at'], 'registration_requests_by_announcement');
      });
  },
  down: async (knex) => {
    await knex.schema.alterTable(REQUESTS, (table) => {
      table.dropIndex(['announced_at'], 'registration_requests_by_announcement');
    });
    await dropColumns(knex, REQUESTS, 'announced_at');
    await dropColumns(knex, USERS, 'language');
  },
};
