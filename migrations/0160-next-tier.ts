import { dropColumns, type Migration } from './migration.ts';

/** The lower plan that a subscription changes to at the end of its period; null for none. */
export const nextTier: Migration = {
  name: '0160-next-tier',
  up: async (knex) => {
    if (await knex.schema.hasColumn('subscriptions', 'next_tier')) return;
    await knex.schema.alterTable('subscriptions', (table) => {
      table.string('next_tier', 20).nullable();
    });
  },
  down: async (knex) => {
    await dropColumns(knex, 'subscriptions', 'next_tier');
  },
};
