import type { Knex } from 'knex';

import { hasIndex, type Migration, runAll } from './migration.ts';

interface Names {
  readonly table: string;
  /** The renewals that were ended. */
  readonly renewals: string;
  /** By the time of the next try. */
  readonly index: string;
}

const STOPS: Names = { table: 'plan_stops', renewals: 'stopped', index: 'plan_stops_by_due' };
const CANCELLATIONS: Names = {
  table: 'plan_cancellations',
  renewals: 'renewals',
  index: 'plan_cancellations_by_due',
};

/** In steps that are each left out when done: MySQL keeps those of an interrupted attempt. */
const rename = async (knex: Knex, from: Names, to: Names): Promise<void> => {
  const { table } = to;
  if (await knex.schema.hasTable(from.table)) await knex.schema.renameTable(from.table, table);
  if (await knex.schema.hasColumn(table, from.renewals))
    await runAll(knex, [
      knex.raw('ALTER TABLE ?? RENAME COLUMN ?? TO ??', [table, from.renewals, to.renewals]).toQuery(),
    ]);
  if (await hasIndex(knex, from.index))
    await knex.schema.alterTable(table, (it) => it.dropIndex(['due_at'], from.index));
  if (!(await hasIndex(knex, to.index))) await knex.schema.alterTable(table, (it) => it.index(['due_at'], to.index));
};

/** What is to happen to subscriptions is a cancellation; a reply is what is stopped. */
export const planCancellations: Migration = {
  name: '0341-plan-cancellations',
  up: (knex) => rename(knex, STOPS, CANCELLATIONS),
  down: (knex) => rename(knex, CANCELLATIONS, STOPS),
};
