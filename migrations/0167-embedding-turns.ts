import { createTable, dropColumns, hasIndex, type Migration } from './migration.ts';

const TABLE = 'embedding_jobs';
const COLUMN = 'queued_at';
const INDEX = 'embedding_jobs_by_owner';

/** Owners take turns: when each was served, and since when a job waits, which leases and retries do not change. */
export const embeddingTurns: Migration = {
  name: '0167-embedding-turns',
  up: async (knex) => {
    await createTable(knex, 'embedding_turns', (table) => {
      table.string('owner_id', 64).primary();
      table.bigInteger('turn').notNullable();
      table.bigInteger('joined_at').notNullable();
      table.index(['turn', 'joined_at'], 'embedding_turns_by_turn');
    });
    if (!(await knex.schema.hasColumn(TABLE, COLUMN)))
      await knex.schema.alterTable(TABLE, (table) => {
        table.bigInteger(COLUMN).notNullable().defaultTo(0);
      });
    await knex(TABLE).update({ [COLUMN]: knex.ref('due_at') });
    if (!(await hasIndex(knex, INDEX)))
      await knex.schema.alterTable(TABLE, (table) => {
        table.index(['owner_id', 'status', 'due_at'], INDEX);
      });
  },
  down: async (knex) => {
    await knex.schema.alterTable(TABLE, (table) => {
      table.dropIndex(['owner_id', 'status', 'due_at'], INDEX);
    });
    await dropColumns(knex, TABLE, COLUMN);
    await knex.schema.dropTable('embedding_turns');
  },
};
