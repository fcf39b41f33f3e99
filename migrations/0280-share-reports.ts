import { createTable, dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'shares';
/** Each list of the panel is ordered by one of them. */
const INDEXES = {
  shares_by_time: ['created_at', 'id'],
  shares_by_report: ['reported_at', 'id'],
  shares_by_take_down: ['taken_down_at', 'id'],
};

/** Admins take shared links down; readers report them, each reporter once. */
export const shareReports: Migration = {
  name: '0280-share-reports',
  up: async (knex) => {
    if (!(await knex.schema.hasColumn(TABLE, 'report_count')))
      await knex.schema.alterTable(TABLE, (table) => {
        table.bigInteger('taken_down_at').nullable();
        table.string('taken_down_reason', 500).nullable();
        table.bigInteger('reported_at').nullable();
        table.integer('report_count').unsigned().notNullable().defaultTo(0);
      });
    for (const [name, columns] of Object.entries(INDEXES))
      if (!(await hasIndex(knex, name)))
        await knex.schema.alterTable(TABLE, (table) => void table.index(columns, name));
    await createTable(knex, 'share_reports', (table) => {
      table.string('share_id', 64).notNullable().references('shares.id').onDelete('CASCADE');
      table.string('reporter_digest', 64).notNullable();
      table.string('reason', 20).notNullable();
      table.text('text', 'text').notNullable();
      table.bigInteger('created_at').notNullable();
      table.primary(['share_id', 'reporter_digest']);
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('share_reports');
    for (const [name, columns] of Object.entries(INDEXES))
      await knex.schema.alterTable(TABLE, (table) => void table.dropIndex(columns, name));
    await dropColumns(knex, TABLE, 'report_count', 'reported_at', 'taken_down_reason', 'taken_down_at');
  },
};
