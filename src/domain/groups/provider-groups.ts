import { ProviderGroups, type RightHolder, type RightHolderPage } from '../accounts/identity/ports.ts';
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
    await this.replace({ uid, provider }, await this.groups.listClaiming(provider, values), uid);
  }

  withdraw(holder: RightHolder): Promise<void> {
    return this.replace(holder, []);
  }

  listByOtherProviders(page: RightHolderPage) {
    return this.members.listByOtherProviders(page);
  }

  /** `signedIn`: who has just signed in. */
  private async replace({ uid, provider }: RightHolder, groupIds: readonly string[], signedIn?: string): Promise<void> {
    const { joined, left } = await this.members.setByProvider({ uid, provider, groupIds, now: this.clock.now() });
    if (joined.length + left.length === 0) return;
    if (left.length > 0) await this.loseFiles(uid, left);
    const details = { provider, joined, left };
    await this.audit.record({ action: 'user.set-groups', target: { kind: 'user', id: uid }, details, uid: signedIn });
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
