import type { Database } from '../database.ts';
import { inBatches } from '../batches.ts';
import { USER_COUNTS } from '../accounts/user-rows.ts';
import type { Tier } from '../../../shared/tiers.ts';

interface MembershipRow {
  readonly uid: string;
  readonly group_id: string;
}

const IN_GROUP_OF = `EXISTS (SELECT 1 FROM user_group_members
  JOIN user_groups ON user_groups.id = user_group_members.group_id
  WHERE user_group_members.uid = users.uid AND user_groups.tier = ?)`;

/**
 * The highest of a plan and those of the groups, for an UPDATE of `users`: so it sees what others have committed, not
 * the transaction's snapshot. `own`: a literal, or the column.
 */
export const tierWithGroups = ({ connection }: Database, own: Tier | undefined) => {
  const plan = own === undefined ? connection.ref('own_tier') : own;
  return connection.raw(
    `CASE WHEN ? = 'premium' OR ${IN_GROUP_OF} THEN 'premium' WHEN ? = 'basic' OR ${IN_GROUP_OF} THEN 'basic' ` +
      `ELSE 'free' END`,
    [plan, 'premium', plan, 'basic'],
  );
};

/** Writes the ids of their groups, and the plan that follows, to the accounts. */
export const updateMemberAccounts = async (db: Database, uids: readonly string[]): Promise<void> => {
  const { connection } = db;
  for (const batch of inBatches(uids)) {
    const rows: MembershipRow[] = await connection('user_group_members')
      .whereIn('uid', batch)
      .orderBy('group_id')
      .forUpdate() // what others have just committed counts too, not the snapshot
      .select('uid', 'group_id');
    for (const [groupIds, members] of groupAlike(batch, rows))
      await connection('users')
        .whereIn('uid', members)
        .update({ group_ids: groupIds, subscription: tierWithGroups(db, undefined) });
  }
  if (uids.length > 0) db.recordChange(USER_COUNTS);
};

/** Accounts with the same groups need one statement: in a large group they are most. */
const groupAlike = (
  uids: readonly string[],
  rows: readonly MembershipRow[],
): ReadonlyMap<string, readonly string[]> => {
  const idsOf = new Map<string, string[]>(uids.map((uid) => [uid, []]));
  for (const { uid, group_id: id } of rows) if (idsOf.get(uid)?.at(-1) !== id) idsOf.get(uid)?.push(id);
  const alike = new Map<string, string[]>();
  for (const [uid, ids] of idsOf) {
    const key = JSON.stringify(ids);
    alike.set(key, [...(alike.get(key) ?? []), uid]);
  }
  return alike;
};
