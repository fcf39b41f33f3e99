import { Model, UniqueViolationError } from 'objection';
import { z } from 'zod';

import { GroupNameTaken } from '../../../domain/groups/errors.ts';
import type { GrantingGroups, Group, GroupStore, GroupSummary } from '../../../domain/groups/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { SPECIFIC_AGENT_TYPES } from '../../../shared/agent-types.ts';
import { type GrantingGroup, TOOL_NAMES } from '../../../shared/group-rights.ts';
import { normalizeUnicode } from '../../../shared/unicode.ts';
import { type Tier, TIERS } from '../../../shared/tiers.ts';
import type { Database } from '../database.ts';
import { SqlStore } from '../sql-store.ts';
import { TtlCache } from '../ttl-cache.ts';
import { updateMemberAccounts } from './member-accounts.ts';

const TABLE = 'user_groups';
/** `Database.recordChange` key. */
const GROUPS = 'groups';

/** A model only where the kind of an error counts. */
class GroupModel extends Model {
  static override tableName = TABLE;
}

const limit = z.number().nullable();
const storedGrants = z.object({
  limits: z.object({ dailyMessages: limit, moonshotDaily: limit, agentRequests: limit }),
  models: z.array(z.string()).nullable(),
  agents: z.array(z.enum(SPECIFIC_AGENT_TYPES)).nullable(),
  tools: z.array(z.enum(TOOL_NAMES)).nullable(),
});
const storedClaims = z.array(z.object({ provider: z.string(), value: z.string() }));
const storedTier = z.enum(TIERS).nullable();

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tier: string | null;
  readonly grants: string;
  readonly claims: string;
  readonly created_at: number;
}

const toGroup = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tier: storedTier.parse(row.tier),
  ...storedGrants.parse(JSON.parse(row.grants)),
  claims: storedClaims.parse(JSON.parse(row.claims)),
  createdAt: row.created_at,
});

/** Systems write the same letters in different forms, macOS often as letter and accent. */
const toNfc = (value: string): string => normalizeUnicode(value, 'NFC');

const toNameKey = (name: string): string => toNfc(name.toLowerCase());

const toRow = ({ id, name, description, tier, claims, createdAt, limits, models, agents, tools }: Group) => ({
  id,
  name,
  name_key: toNameKey(name),
  description,
  tier,
  grants: JSON.stringify({ limits, models, agents, tools }),
  claims: JSON.stringify(claims),
  created_at: createdAt,
});

export class SqlGroupStore extends SqlStore implements GroupStore {
  async list(): Promise<readonly GroupSummary[]> {
    const rows: GroupRow[] = await this.table(TABLE).orderBy('name_key');
    const members: { group_id: string; members: number }[] = await this.table('user_group_members')
      .select('group_id')
      .countDistinct({ members: 'uid' })
      .groupBy('group_id');
    const counts = new Map(members.map((row) => [row.group_id, row.members]));
    return rows.map((row) => ({ ...toGroup(row), members: counts.get(row.id) ?? 0 }));
  }

  async find(id: string): Promise<Group | undefined> {
    const row: GroupRow | undefined = await this.table(TABLE).where({ id }).first();
    return row && toGroup(row);
  }

  async listClaiming(provider: string, values: readonly string[]): Promise<readonly string[]> {
    const rows: Pick<GroupRow, 'id' | 'claims'>[] = await this.table(TABLE)
      .whereNot('claims', '[]')
      .orderBy('name_key')
      .select('id', 'claims');
    const wanted = new Set(values.map(toNfc));
    return rows
      .filter(({ claims }) =>
        storedClaims
          .parse(JSON.parse(claims))
          .some((claim) => claim.provider === provider && wanted.has(toNfc(claim.value))),
      )
      .map(({ id }) => id);
  }

  async lock(id: string): Promise<boolean> {
    const row: unknown = await this.table(TABLE).where({ id }).forUpdate().first('id');
    return row !== undefined;
  }

  async add(group: Group): Promise<void> {
    await refuseTakenName(GroupModel.query(this.db.connection).insert(toRow(group)));
    this.db.recordChange(GROUPS);
  }

  async update(group: Group): Promise<void> {
    const { id } = group;
    const before: { tier: Tier | null } | undefined = await this.table(TABLE).where({ id }).first('tier');
    await refuseTakenName(GroupModel.query(this.db.connection).where({ id }).patch(toRow(group)));
    if (before && before.tier !== group.tier) await updateMemberAccounts(this.db, await this.listUids(id));
    this.db.recordChange(GROUPS);
  }

  async remove(id: string): Promise<void> {
    const uids = await this.listUids(id);
    await this.table('user_group_members').where({ group_id: id }).delete();
    await this.table(TABLE).where({ id }).delete();
    await updateMemberAccounts(this.db, uids);
    this.db.recordChange(GROUPS);
  }

  private listUids(groupId: string): Promise<string[]> {
    return this.table('user_group_members').where({ group_id: groupId }).distinct('uid').orderBy('uid').pluck('uid');
  }
}

const refuseTakenName = async (statement: PromiseLike<unknown>): Promise<void> => {
  try {
    await statement;
  } catch (error) {
    throw error instanceof UniqueViolationError ? new GroupNameTaken() : error;
  }
};

/**
 * Groups are few and asked with every request of a member: all are cached for a second, and anew after a change here.
 */
export class SqlGrantingGroups extends SqlStore implements GrantingGroups {
  private readonly cache: TtlCache<ReadonlyMap<string, GrantingGroup>>;

  constructor(db: Database, clock: Clock) {
    super(db);
    this.cache = new TtlCache(() => this.loadAll(), clock, { db, what: GROUPS });
  }

  async findMany(ids: readonly string[]): Promise<readonly GrantingGroup[]> {
    const groups = await this.cache.get();
    const wanted = new Set(ids);
    return [...groups.values()].filter(({ id }) => wanted.has(id));
  }

  private async loadAll(): Promise<ReadonlyMap<string, GrantingGroup>> {
    const rows: GroupRow[] = await this.table(TABLE).orderBy('name_key');
    return new Map(rows.map((row) => [row.id, toGroup(row)]));
  }
}
