import type { RightHolderPage } from '../../src/domain/accounts/identity/ports.ts';
import { toRightHolderPage } from './sign-in.ts';
import { GroupNameTaken } from '../../src/domain/groups/errors.ts';
import {
  GrantingGroups,
  type Group,
  type GroupMember,
  GroupMembers,
  GroupStore,
  type GroupSummary,
  type GroupTerms,
  type MembershipSource,
} from '../../src/domain/groups/ports.ts';
import { isHigher } from '../../src/domain/billing/subscription.ts';
import type { GrantingGroup } from '../../src/shared/group-rights.ts';
import type { Tier } from '../../src/shared/tiers.ts';
import { NOON } from '../support/builders.ts';
import type { InMemoryUserRepository } from './accounts.ts';
import { type Restorable, Rows } from './kernel.ts';

export const someTerms = (more: Partial<GroupTerms> = {}): GroupTerms => ({
  name: 'Research',
  description: '',
  tier: null,
  limits: { dailyMessages: null, moonshotDaily: null, agentRequests: null },
  models: null,
  agents: null,
  tools: null,
  claims: [],
  ...more,
});

export const aGroup = (more: Partial<Group> = {}): Group => ({
  ...someTerms({ name: more.id ?? 'Research' }),
  id: 'research',
  createdAt: NOON,
  ...more,
});

interface Membership {
  readonly groupId: string;
  readonly uid: string;
  readonly source: MembershipSource;
  readonly since: number;
}

const keyOf = ({ groupId, uid, source }: Omit<Membership, 'since'>): string => `${groupId} ${uid} ${source}`;
const byName = <T extends { readonly name: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
const toNfc = (text: string): string => text.normalize('NFC');
const toNameKey = (name: string): string => toNfc(name.toLowerCase());

/** Groups and memberships in one place, as in a database; `users` are the accounts whose rows they change. */
export class InMemoryGroups implements Restorable {
  readonly rows = new Rows<Group>();
  readonly memberships = new Rows<Membership>();
  /** Plans without groups, as they were when the account first joined one. */
  readonly #own = new Map<string, Tier>();

  constructor(readonly users: InMemoryUserRepository) {}

  readonly store = new InMemoryGroupStore(this);
  readonly members = new InMemoryGroupMembers(this);
  readonly granting = new InMemoryGrantingGroups(this);

  of(uid: string): readonly Group[] {
    const ids = this.memberships.all().flatMap((row) => (row.uid === uid ? [row.groupId] : []));
    return byName(this.rows.all().filter(({ id }) => ids.includes(id)));
  }

  async refresh(uids: readonly string[]): Promise<void> {
    for (const uid of uids) {
      const user = await this.users.find(uid);
      if (!user) continue;
      const own = this.#own.get(uid) ?? user.subscription;
      this.#own.set(uid, own);
      const groups = this.of(uid);
      const tier = groups.reduce<Tier>((best, { tier: next }) => (next && isHigher(next, best) ? next : best), own);
      this.users.setGroups(uid, groups.map(({ id }) => id).toSorted(), tier);
    }
  }

  snapshot(): () => void {
    const back = [this.rows.snapshot(), this.memberships.snapshot()];
    return () => back.forEach((restore) => restore());
  }
}

class InMemoryGroupStore extends GroupStore {
  constructor(private readonly groups: InMemoryGroups) {
    super();
  }

  async list(): Promise<readonly GroupSummary[]> {
    return byName(this.groups.rows.all()).map((group) => ({ ...group, members: this.uidsOf(group.id).length }));
  }

  async find(id: string): Promise<Group | undefined> {
    return this.groups.rows.get(id);
  }

  async listClaiming(provider: string, values: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(values.map(toNfc));
    return byName(this.groups.rows.all())
      .filter(({ claims }) => claims.some((claim) => claim.provider === provider && wanted.has(toNfc(claim.value))))
      .map(({ id }) => id);
  }

  async lock(id: string): Promise<boolean> {
    return this.groups.rows.get(id) !== undefined;
  }

  async add(group: Group): Promise<void> {
    this.requireFreeName(group);
    this.groups.rows.set(group.id, group);
  }

  async update(group: Group): Promise<void> {
    this.requireFreeName(group);
    this.groups.rows.set(group.id, group);
    await this.groups.refresh(this.uidsOf(group.id));
  }

  async remove(id: string): Promise<void> {
    const uids = this.uidsOf(id);
    this.groups.rows.delete(id);
    for (const row of this.groups.memberships.all()) if (row.groupId === id) this.groups.memberships.delete(keyOf(row));
    await this.groups.refresh(uids);
  }

  private uidsOf(id: string): string[] {
    const people = this.groups.users.all().map(({ uid }) => uid);
    const rows = this.groups.memberships.all().filter(({ groupId, uid }) => groupId === id && people.includes(uid));
    return [...new Set(rows.map(({ uid }) => uid))];
  }

  private requireFreeName({ id, name }: Group): void {
    const isTaken = this.groups.rows.all().some((one) => one.id !== id && toNameKey(one.name) === toNameKey(name));
    if (isTaken) throw new GroupNameTaken();
  }
}

class InMemoryGroupMembers extends GroupMembers {
  constructor(private readonly groups: InMemoryGroups) {
    super();
  }

  async list(groupId: string, { search, offset, limit }: Parameters<GroupMembers['list']>[1]) {
    const all = this.groups.memberships.all().filter((row) => row.groupId === groupId);
    const people = this.groups.users.all().filter(({ uid }) => all.some((row) => row.uid === uid));
    const text = search.trim().toLowerCase();
    const found = people.filter(({ uid, name, email }) => `${email ?? ''} ${name} ${uid}`.toLowerCase().includes(text));
    const members = byName(found).map(({ uid, name, email }): GroupMember => {
      const own = all.filter((row) => row.uid === uid);
      const sources = own.map(({ source }) => source).toSorted();
      return { uid, name, email, since: Math.min(...own.map(({ since }) => since)), sources };
    });
    return { members: members.slice(offset, offset + limit), total: members.length };
  }

  async add(groupId: string, uids: readonly string[], now: number): Promise<readonly string[]> {
    const joined: string[] = [];
    for (const uid of new Set(uids)) {
      const row = { groupId, uid, source: 'hand', since: now } as const;
      if (!(await this.groups.users.find(uid)) || this.groups.memberships.get(keyOf(row))) continue;
      this.groups.memberships.set(keyOf(row), row);
      joined.push(uid);
    }
    await this.groups.refresh(joined);
    return joined;
  }

  async remove(groupId: string, uid: string): Promise<boolean> {
    const own = this.groups.memberships.all().filter((row) => row.groupId === groupId && row.uid === uid);
    for (const row of own) this.groups.memberships.delete(keyOf(row));
    await this.groups.refresh([uid]);
    return own.length > 0;
  }

  async listByUser(uid: string) {
    const all = this.groups.memberships.all();
    return this.groups.of(uid).map(({ id, name }) => {
      const own = all.filter((row) => row.uid === uid && row.groupId === id);
      return { id, name, since: Math.min(...own.map(({ since }) => since)) };
    });
  }

  async setByProvider({ uid, provider, groupIds, now }: Parameters<GroupMembers['setByProvider']>[0]) {
    const source: MembershipSource = `provider:${provider}`;
    const own = this.groups.memberships.all().filter((row) => row.uid === uid && row.source === source);
    const before = own.map(({ groupId }) => groupId);
    const left = before.filter((id) => !groupIds.includes(id));
    const joined = groupIds.filter((id) => !before.includes(id));
    for (const groupId of left) this.groups.memberships.delete(keyOf({ groupId, uid, source }));
    for (const groupId of joined)
      this.groups.memberships.set(keyOf({ groupId, uid, source }), { groupId, uid, source, since: now });
    await this.groups.refresh([uid]);
    return { joined, left };
  }

  async listByOtherProviders(page: RightHolderPage) {
    const rows = this.groups.memberships.all().flatMap(({ uid, source }) => {
      return source === 'hand' ? [] : [{ uid, provider: source.slice('provider:'.length) }];
    });
    return toRightHolderPage(rows, page);
  }
}

class InMemoryGrantingGroups extends GrantingGroups {
  constructor(private readonly groups: InMemoryGroups) {
    super();
  }

  async findMany(ids: readonly string[]): Promise<readonly GrantingGroup[]> {
    return byName(this.groups.rows.all().filter(({ id }) => ids.includes(id)));
  }
}
