import { ProviderGroups } from '../accounts/identity/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { GroupFiles, GroupMembers, GroupStore } from './ports.ts';

/** Memberships by the claims of sign-in providers. Call it in a transaction. */
export class SetProviderGroups extends ProviderGroups {
  constructor(
    private readonly groups: GroupStore,
    private readonly members: GroupMembers,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly files: GroupFiles,
  ) {
    super();
  }

  async set(uid: string, provider: string, values: readonly string[]): Promise<void> {
    const groupIds = await this.groups.listClaiming(provider, values);
    const { joined, left } = await this.members.setByProvider({ uid, provider, groupIds, now: this.clock.now() });
    if (joined.length + left.length === 0) return;
    if (left.length > 0) await this.loseFiles(uid, left);
    const details = { provider, joined, left };
    await this.audit.record({ action: 'user.set-groups', target: { kind: 'user', id: uid }, details, uid });
  }

  /** Of the groups that the person is in no more; others may count them in for another reason. */
  private async loseFiles(uid: string, left: readonly string[]): Promise<void> {
    const current = new Set((await this.members.listByUser(uid)).map(({ id }) => id));
    await this.files.loseReader(
      uid,
      left.filter((id) => !current.has(id)),
    );
  }
}
