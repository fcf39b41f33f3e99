import { combineGroups, type GroupRights, withoutLists } from '../../shared/group-rights.ts';
import { type GrantingGroups, MemberRights } from './ports.ts';

export class ResolveGroupRights extends MemberRights {
  constructor(private readonly groups: GrantingGroups) {
    super();
  }

  async resolve({ isAdmin, groupIds }: Parameters<MemberRights['resolve']>[0]): Promise<GroupRights | undefined> {
    if (groupIds.length === 0) return undefined;
    const rights = combineGroups(await this.groups.findMany(groupIds));
    return isAdmin && rights ? withoutLists(rights) : rights;
  }
}
