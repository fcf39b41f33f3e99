import { ProviderGroups } from '../accounts/identity/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { GroupMembers, GroupStore } from './ports.ts';

/** Memberships by the claims of sign-in providers. Call it in a transaction. */
export class SetProviderGroups extends ProviderGroups {
  constructor(
    private readonly groups: GroupStore,
    private readonly members: GroupMembers,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  async set(uid: string, provider: string, values: readonly string[]): Promise<void> {
    const groupIds = await this.groups.listClaiming(provider, values);
    const { joined, left } = await this.members.setByProvider({ uid, provider, groupIds, now: this.clock.now() });
    if (joined.length + left.length === 0) return;
    const details = { provider, joined, left };
    await this.audit.record({ action: 'user.set-groups', target: { kind: 'user', id: uid }, details, uid });
  }
}
