import type { Migration } from './migration.ts';

/** API keys of accounts whose address nobody has proved end: whoever registered the address may be a stranger. */
export const unprovedKeys: Migration = {
  name: '0121-unproved-keys',
  up: async (knex) => {
    const unproved = knex('users').where({ email_verified: false, auth_mode: 'email' }).select('uid');
    await knex('api_keys').whereIn('uid', unproved).delete();
  },
  down: async () => {
    // What was ended stays ended.
  },
};
