import type { Knex } from 'knex';
import { Model } from 'objection';

import type { User } from '../../../domain/accounts/user.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { unicodeForms } from '../../../shared/unicode.ts';
import { parseStrings } from '../json-columns.ts';
import { boolean, json, rowMapping } from '../row-mapping.ts';

/** `Database.recordChange` key of everything that changes totals: accounts, plans, custom limits. */
export const USER_COUNTS = 'user counts';

export class UserRow extends Model {
  static override tableName = 'users';
  static override idColumn = 'uid';
}

const users = rowMapping<User>({
  uid: 'uid',
  email: 'email',
  phoneNumber: 'phone_number',
  name: 'name',
  language: { column: 'language', parse: (tag) => (isLanguage(tag) ? tag : null) },
  passwordHash: 'password_hash',
  authMode: 'auth_mode',
  subscription: 'subscription',
  emailVerified: boolean('email_verified'),
  isAdmin: boolean('is_admin'),
  isAuditor: boolean('is_auditor'),
  createdAt: 'created_at',
  suspendedAt: 'suspended_at',
  hasSecondFactor: boolean('has_second_factor'),
  groupIds: json('group_ids', parseStrings),
});

export const toUser = users.fromRow;

/** With the plan apart from groups, and the text that the admins' search scans: email, name and uid in lower case. */
export const toUserRow = (user: User): Record<string, unknown> => ({
  ...users.toRow(user),
  own_tier: user.subscription,
  search_text: [user.email, user.name, user.uid]
    .filter((part) => part !== null)
    .join(' ')
    .toLowerCase(),
});

/** The accounts whose email, name or uid contains a text: names are stored with composed letters or without. */
export const whereContains = (accounts: Knex.QueryBuilder, text: string): Knex.QueryBuilder =>
  accounts.where((any) => {
    for (const form of unicodeForms(text.trim().toLowerCase()))
      void any.orWhereRaw('INSTR(search_text, ?) > 0', [form]);
  });

/**
 * Locks an account until the transaction ends; false when it does not exist. SQLite has no row locks and needs none:
 * write transactions are serial.
 */
export const lockAccount = async (rows: Knex.QueryBuilder, uid: string): Promise<boolean> => {
  const row: unknown = await rows.where({ uid }).forUpdate().first('uid');
  return row !== undefined;
};
