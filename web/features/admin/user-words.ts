import type { UserRow } from './people-api.ts';

/** What an admin can do to an account. */
export type UserDeed = 'limits' | 'grant' | 'suspend' | 'resume' | 'delete';

/** What a person is called where there is little room: the best-known word for them. */
export const userWord = ({ email, name, phoneNumber, uid }: UserRow): string => email ?? (name || phoneNumber || uid);
