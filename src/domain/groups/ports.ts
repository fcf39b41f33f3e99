import type { RightHolder, RightHolderPage } from '../accounts/identity/ports.ts';
import type { GrantingGroup, GroupGrants, GroupRights } from '../../shared/group-rights.ts';
import type { Tier } from '../../shared/tiers.ts';

/** Whom a sign-in provider counts in: people with this value in the claim that the operator named. */
export interface GroupClaim {
  /** The provider's id. */
  readonly provider: string;
  readonly value: string;
}

/** What admins decide about a group. */
export interface GroupTerms extends GroupGrants {
  readonly name: string;
  readonly description: string;
  /** Members have at least this plan; null: their own. */
  readonly tier: Tier | null;
  readonly claims: readonly GroupClaim[];
}

export interface Group extends GroupTerms {
  readonly id: string;
  readonly createdAt: number;
}

export interface GroupSummary extends Group {
  readonly members: number;
}

/** `hand`: an admin added them. */
export type MembershipSource = 'hand' | `provider:${string}`;

export interface GroupMember {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
  readonly since: number;
  readonly sources: readonly MembershipSource[];
}

export abstract class GroupStore {
  /** By name. */
  abstract list(): Promise<readonly GroupSummary[]>;
  abstract find(id: string): Promise<Group | undefined>;
  /** Ids of the groups that claim somebody with one of these values, without counting members. */
  abstract listClaiming(provider: string, values: readonly string[]): Promise<readonly string[]>;
  /** Until the end of the transaction nobody else changes the group or its members. False: it does not exist. */
  abstract lock(id: string): Promise<boolean>;
  /** Throws `GroupNameTaken`, whatever the case of the letters. */
  abstract add(group: Group): Promise<void>;
  /** Throws `GroupNameTaken`. Gives the members their tier anew if it changed. */
  abstract update(group: Group): Promise<void>;
  /** With its memberships; its members lose what it gave. */
  abstract remove(id: string): Promise<void>;
}

/** Every change keeps the account's own list of its groups, and its tier, in step, in the same transaction. */
export abstract class GroupMembers {
  /** By name; `search`: a part of name, address or uid. */
  abstract list(
    groupId: string,
    page: { readonly search: string; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly members: readonly GroupMember[]; readonly total: number }>;
  /** By hand. Ignores unknown accounts; the uids that were no members by hand before. */
  abstract add(groupId: string, uids: readonly string[], now: number): Promise<readonly string[]>;
  /** Whatever the source. False: was no member. */
  abstract remove(groupId: string, uid: string): Promise<boolean>;
  /** The ids of a person's groups with the sources. */
  abstract listByUser(
    uid: string,
  ): Promise<readonly { readonly id: string; readonly name: string; readonly since: number }[]>;
  /** Sets the groups that one provider gives a person; other memberships stay. */
  abstract setByProvider(membership: {
    readonly uid: string;
    readonly provider: string;
    readonly groupIds: readonly string[];
    readonly now: number;
  }): Promise<{ readonly joined: readonly string[]; readonly left: readonly string[] }>;
  /** Who has memberships by a provider that is none of these, once for each such provider. */
  abstract listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]>;
}

/** The groups' grants, from memory: asked with every request of a member. */
export abstract class GrantingGroups {
  /** In the order of their names; unknown ids are left out. */
  abstract findMany(ids: readonly string[]): Promise<readonly GrantingGroup[]>;
}

/** What the groups of an account give at this moment. No query for one without groups. */
export abstract class MemberRights {
  /** Undefined without groups. Lists do not restrict admins: they may change every group. */
  abstract resolve(account: {
    readonly isAdmin: boolean;
    readonly groupIds: readonly string[];
  }): Promise<GroupRights | undefined>;
}

/** The files that groups share; implemented by files. */
export abstract class GroupFiles {
  /** Before the group itself goes; returns how many there were. */
  abstract removeAll(groupId: string): Promise<number>;
  /** A person left these groups. In the transaction that ends the memberships. */
  abstract loseReader(uid: string, groupIds: readonly string[]): Promise<void>;
  /** Removes quotes from the answers of those who may no longer read them. After the transaction. */
  abstract redactLost(): Promise<void>;
}
