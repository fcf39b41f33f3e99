import type { UserRow } from '../shared/admin-api.ts';

/** What an admin can do to an account. */
export type UserAction = 'limits' | 'grant' | 'suspend' | 'resume' | 'delete';

/** What a person is called where there is little room: the best-known word for them. */
export const getUserLabel = ({ email, name, phoneNumber, uid }: UserRow): string =>
  email ?? (name || phoneNumber || uid);
