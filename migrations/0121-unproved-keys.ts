import type { Migration } from './migration.ts';

/** Ends API keys of accounts with an unproved address: whoever registered the address may be a stranger. */
export const unprovedKeys: Migration = {
  name: '0121-unproved-keys',
  up: async (knex) => {
    const unproved = knex('users').where({ email_verified: false, auth_mode: 'email' }).select('uid');
    await knex('api_keys').whereIn('uid', unproved).delete();
  },
  down: async () => {
    // Keys that were ended stay ended.
  },
};
