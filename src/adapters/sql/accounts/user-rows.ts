import { Model } from 'objection';

import type { User } from '../../../domain/accounts/user.ts';

/** Both engines return booleans as 0 and 1. */
export class UserRow extends Model {
  static override tableName = 'users';
  static override idColumn = 'uid';
  declare uid: string;
  declare email: string | null;
  declare phone_number: string | null;
  declare name: string;
  declare password_hash: string | null;
  declare auth_mode: User['authMode'];
  declare subscription: User['subscription'];
  declare email_verified: boolean;
  declare is_admin: boolean;
  declare created_at: number;
  declare suspended_at: number | null;
  /** The text that the admins' search scans. */
  declare search_text: string;
}

/** A row of `users`, read by whatever query. */
export const toUser = (row: UserRow): User => ({
  uid: row.uid,
  email: row.email,
  phoneNumber: row.phone_number,
  name: row.name,
  passwordHash: row.password_hash,
  authMode: row.auth_mode,
  subscription: row.subscription,
  emailVerified: Boolean(row.email_verified),
  isAdmin: Boolean(row.is_admin),
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
});

export const toUserRow = (user: User) => ({
  uid: user.uid,
  email: user.email,
  phone_number: user.phoneNumber,
  name: user.name,
  password_hash: user.passwordHash,
  auth_mode: user.authMode,
  subscription: user.subscription,
  email_verified: user.emailVerified,
  is_admin: user.isAdmin,
  created_at: user.createdAt,
  suspended_at: user.suspendedAt,
  search_text: searchText(user),
});

/** Email, name and uid in lower case. */
const searchText = ({ email, name, uid }: Pick<User, 'email' | 'name' | 'uid'>): string =>
  [email, name, uid]
    .filter((part) => part !== null)
    .join(' ')
    .toLowerCase();
