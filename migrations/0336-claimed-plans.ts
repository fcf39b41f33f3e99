import { createTable, type Migration } from './migration.ts';

const TABLE = 'claimed_plans';
const PREFIX = 'provider:';

/** Plans by the claims of sign-in providers, one of each provider, beside the one that an admin grants. */
export const claimedPlans: Migration = {
  name: '0336-claimed-plans',
  up: async (knex) => {
    const isFilled = (await knex.schema.hasTable(TABLE)) && (await knex(TABLE).first()) !== undefined;
    if (!isFilled)
      await createTable(knex, TABLE, (table) => {
        table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
        table.string('provider', 64).notNullable();
        table.string('label', 255).notNullable();
        table.string('tier', 20).notNullable();
        table.bigInteger('at').notNullable();
        table.primary(['uid', 'provider']);
      });
    const granted: { uid: string; by_uid: string; by_name: string; tier: string; at: number }[] = await knex(
      'tier_grants',
    ).where('by_uid', 'like', `${PREFIX}%`);
    for (const { uid, by_uid: by, by_name: label, tier, at } of granted) {
      const row = { uid, provider: by.slice(PREFIX.length), label, tier, at };
      await knex(TABLE).insert(row).onConflict(['uid', 'provider']).ignore();
      await knex('tier_grants').where({ uid, by_uid: by }).delete();
    }
  },
  down: (knex) => knex.schema.dropTable(TABLE),
};
