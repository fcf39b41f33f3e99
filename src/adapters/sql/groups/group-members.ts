import type { Knex } from 'knex';

import type { RightHolder, RightHolderPage } from '../../../domain/accounts/identity/ports.ts';
import type { GroupMember, GroupMembers, MembershipSource } from '../../../domain/groups/ports.ts';
import { listRightHolders, PROVIDER_PREFIX } from '../accounts/right-holders.ts';
import { whereContains } from '../accounts/user-rows.ts';
import { inBatches } from '../batches.ts';
import { countRows, SqlStore } from '../sql-store.ts';
import { updateMemberAccounts } from './member-accounts.ts';

const TABLE = 'user_group_members';
const BY_HAND = 'hand';

const toSource = (provider: string): string => `${PROVIDER_PREFIX}${provider}`;

interface PersonRow {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
}

interface SourceRow {
  readonly uid: string;
  readonly source: MembershipSource;
  readonly since: number;
}

type MemberPage = Parameters<GroupMembers['list']>[1];

export class SqlGroupMembers extends SqlStore implements GroupMembers {
  async list(groupId: string, { search, offset, limit }: MemberPage) {
    const people: PersonRow[] = await this.matching(groupId, search)
      .orderBy('name')
      .orderBy('uid')
      .offset(offset)
      .limit(limit)
      .select('uid', 'name', 'email');
    const uids = people.map(({ uid }) => uid);
    const sources: SourceRow[] = await this.table(TABLE)
      .where({ group_id: groupId })
      .whereIn('uid', uids)
      .orderBy('source')
      .select('uid', 'source', 'since');
    return {
      members: people.map((person) => toMember(person, sources)),
      total: await countRows(this.matching(groupId, search)),
    };
  }

  private matching(groupId: string, search: string): Knex.QueryBuilder {
    const uids = this.table(TABLE).where({ group_id: groupId }).select('uid');
    const query = this.table('users').whereIn('uid', uids);
    return search.trim() === '' ? query : whereContains(query, search);
  }

  async add(groupId: string, uids: readonly string[], now: number): Promise<readonly string[]> {
    const joined: string[] = [];
    for (const batch of inBatches([...new Set(uids)])) {
      const known: string[] = await this.table('users').whereIn('uid', batch).pluck('uid');
      const present: string[] = await this.table(TABLE)
        .where({ group_id: groupId, source: BY_HAND })
        .whereIn('uid', known)
        .pluck('uid');
      const added = known.filter((uid) => !present.includes(uid));
      const rows = added.map((uid) => ({ group_id: groupId, uid, source: BY_HAND, since: now }));
      if (rows.length > 0) await this.table(TABLE).insert(rows);
      joined.push(...added);
    }
    await updateMemberAccounts(this.db, joined);
    return joined;
  }

  async remove(groupId: string, uid: string): Promise<boolean> {
    const removed = await this.table(TABLE).where({ group_id: groupId, uid }).delete();
    if (removed > 0) await updateMemberAccounts(this.db, [uid]);
    return removed > 0;
  }

  async listByUser(uid: string) {
    const rows: { id: string; name: string; since: number }[] = await this.table(TABLE)
      .join('user_groups', 'user_groups.id', `${TABLE}.group_id`)
      .where({ uid })
      .groupBy('user_groups.id', 'user_groups.name', 'user_groups.name_key')
      .orderBy('user_groups.name_key')
      .select('user_groups.id', 'user_groups.name')
      .min({ since: `${TABLE}.since` });
    return rows;
  }

  async setByProvider({ uid, provider, groupIds, now }: Parameters<GroupMembers['setByProvider']>[0]) {
    const source = toSource(provider);
    const before: string[] = await this.table(TABLE).where({ uid, source }).pluck('group_id');
    const left = before.filter((id) => !groupIds.includes(id));
    const joined = groupIds.filter((id) => !before.includes(id));
    if (left.length > 0) await this.table(TABLE).where({ uid, source }).whereIn('group_id', left).delete();
    const rows = joined.map((id) => ({ group_id: id, uid, source, since: now }));
    if (rows.length > 0) await this.table(TABLE).insert(rows).onConflict(['group_id', 'uid', 'source']).ignore();
    if (left.length + joined.length > 0) await updateMemberAccounts(this.db, [uid]);
    return { joined, left };
  }

  listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]> {
    return listRightHolders(this.table(TABLE), { uid: 'uid', source: 'source', prefix: PROVIDER_PREFIX }, page);
  }
}

const toMember = (person: PersonRow, sources: readonly SourceRow[]): GroupMember => {
  const own = sources.filter(({ uid }) => uid === person.uid);
  return {
    ...person,
    since: Math.min(...own.map(({ since }) => since)),
    sources: own.map(({ source }) => source),
  };
};
