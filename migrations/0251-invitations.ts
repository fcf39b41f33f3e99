import { createTables, type Migration } from './migration.ts';

/** Invitations to make an account, and who used them. */
export const invitations: Migration = {
  name: '0251-invitations',
  up: async (knex) => {
    await createTables(knex, [
      [
        'invitations',
        (table) => {
          table.string('id', 64).primary();
          table.string('link_digest', 64).notNullable();
          table.string('mail_digest', 64).nullable();
          table.string('email', 254).nullable();
          table.string('tier', 20).nullable();
          table.integer('tier_days').nullable();
          table.integer('uses').notNullable();
          table.integer('used').notNullable().defaultTo(0);
          table.string('by_uid', 64).notNullable();
          table.string('by_name', 255).notNullable();
          table.bigInteger('created_at').notNullable();
          table.bigInteger('expires_at').notNullable();
          table.bigInteger('revoked_at').nullable();
          table.unique(['link_digest'], { indexName: 'invitations_by_link' });
          table.unique(['mail_digest'], { indexName: 'invitations_by_mail' });
          table.index(['created_at', 'id'], 'invitations_in_order');
          table.index(['expires_at'], 'invitations_by_expiry');
          table.index(['email'], 'invitations_by_address');
        },
      ],
      [
        'invitation_uses',
        (table) => {
          table.string('invitation_id', 64).notNullable().references('invitations.id').onDelete('CASCADE');
          table.string('uid', 64).notNullable().references('users.uid').onDelete('CASCADE');
          table.bigInteger('at').notNullable();
          table.primary(['invitation_id', 'uid']);
          table.index(['uid'], 'invitation_uses_by_user');
        },
      ],
    ]);
  },
  down: async (knex) => {
    for (const name of ['invitation_uses', 'invitations']) await knex.schema.dropTable(name);
  },
};
