import type { AuditLog } from '../audit/ports.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { UserNotFound } from '../user-admin/errors.ts';
import { GroupNotFound } from './errors.ts';
import { lockGroup, targetOf } from './group-terms.ts';
import type { GroupFiles, GroupMember, GroupMembers, GroupStore } from './ports.ts';

export interface ManageMembersDeps {
  readonly groups: GroupStore;
  readonly members: GroupMembers;
  readonly files: GroupFiles;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** Members by hand. One that a provider's claims gave comes back with the next sign-in there. */
export class ManageMembers {
  constructor(private readonly deps: ManageMembersDeps) {}

  /** By name. Throws `GroupNotFound`. */
  async list(
    id: string,
    page: { readonly search: string; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly members: readonly GroupMember[]; readonly total: number }> {
    if (!(await this.deps.groups.find(id))) throw new GroupNotFound();
    return this.deps.members.list(id, page);
  }

  /** Unknown accounts are ignored; returns how many joined. Throws `GroupNotFound`. */
  async add(id: string, uids: readonly string[]): Promise<number> {
    const { groups, members, clock, work, audit } = this.deps;
    return work.run(async () => {
      const group = await lockGroup(groups, id);
      const joined = await members.add(id, uids, clock.now());
      if (joined.length === 0) return 0;
      const details = { name: group.name, uids: joined };
      await audit.record({ action: 'group.add-members', target: targetOf(group), details });
      return joined.length;
    });
  }

  /** Throws `GroupNotFound`, and `UserNotFound` for one who is no member. */
  async remove(id: string, uid: string): Promise<void> {
    const { groups, members, files, work, audit } = this.deps;
    await work.run(async () => {
      const group = await lockGroup(groups, id);
      if (!(await members.remove(id, uid))) throw new UserNotFound();
      await files.loseReader(uid, [id]);
      const details = { name: group.name, uid };
      await audit.record({ action: 'group.remove-member', target: targetOf(group), details });
    });
    await files.redactLost();
  }
}
