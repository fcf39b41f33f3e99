import { combineGroups, type GroupRights, withoutLists } from '../../shared/group-rights.ts';
import type { GrantingGroups } from './ports.ts';

interface Member {
  readonly isAdmin: boolean;
  readonly groupIds: readonly string[];
}

/** What the groups of an account give at this moment. No query for one without groups. */
export class ResolveGroupRights {
  constructor(private readonly groups: GrantingGroups) {}

  /** Undefined without groups. Lists do not restrict admins: they may change every group. */
  async execute({ isAdmin, groupIds }: Member): Promise<GroupRights | undefined> {
    if (groupIds.length === 0) return undefined;
    const rights = combineGroups(await this.groups.findMany(groupIds));
    return isAdmin && rights ? withoutLists(rights) : rights;
  }
}
