import { createTable, type Migration } from './migration.ts';

const TABLE = 'mail_queue';

/** Mails that the mail server did not take yet. */
export const mailQueue: Migration = {
  name: '0342-mail-queue',
  up: (knex) =>
    createTable(knex, TABLE, (table) => {
      table.string('id', 21).primary();
      table.string('kind', 40).notNullable();
      table.string('recipient', 320).notNullable();
      table.string('language', 10).notNullable();
      table.text('sealed', 'mediumtext').notNullable();
      table.bigInteger('created_at').notNullable();
      table.bigInteger('due_at').notNullable();
      table.bigInteger('expires_at').notNullable();
      table.integer('attempts').notNullable();
      table.index(['due_at'], 'mail_queue_by_due');
      table.index(['recipient'], 'mail_queue_by_recipient');
    }),
  down: (knex) => knex.schema.dropTable(TABLE),
};
