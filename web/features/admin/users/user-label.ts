import type { Role } from '../../../../src/shared/roles.ts';
import type { UserRow } from '../shared/admin-api.ts';
import type { UsersTextKey, UsersTranslator } from '../shared/users-texts.ts';

/** What an admin can do to an account. */
export type UserAction = 'limits' | 'verify' | 'grant' | 'role' | 'second-factor' | 'suspend' | 'resume' | 'delete';

export const ROLE_LABELS = {
  user: 'roleUser',
  auditor: 'roleAuditor',
  admin: 'badgeAdmin',
} as const satisfies Readonly<Record<Role, UsersTextKey>>;

/** What a person is called where there is little room: the best-known word for them. */
export const getUserLabel = ({ email, name, phoneNumber, uid }: UserRow): string =>
  email ?? (name || phoneNumber || uid);

/** A limit in words; `planText` if the plan's limit applies. */
export const formatLimit = (limit: number | null, planText: string, t: UsersTranslator): string => {
  if (limit === null) return planText;
  return limit < 0 ? t('limitNone') : String(limit);
};
