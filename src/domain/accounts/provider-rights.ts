import type { ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import type { AdminPowers } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { LastAdmin } from '../user-admin/errors.ts';
import type {
  Identities,
  LinkedIdentity,
  ProviderGroups,
  ProviderIdentity,
  ProviderPlans,
  RightHolder,
} from './identity/ports.ts';
import type { UserRepository } from './ports.ts';
import type { User } from './user.ts';

export interface ProviderRightsDeps {
  readonly users: UserRepository;
  readonly identities: Identities;
  readonly plans: ProviderPlans;
  readonly groups: ProviderGroups;
  readonly powers: AdminPowers;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
}

/**
 * Rights by claims, at each sign-in: a provider gives them, and takes back only what it gave. The last admin stays, and
 * so do rights that a person of this installation granted.
 */
export class ApplyProviderRights {
  constructor(private readonly deps: ProviderRightsDeps) {}

  /** The account as it is now. */
  execute(user: User, identity: ProviderIdentity, label: string): Promise<User> {
    const { users, plans, groups, work } = this.deps;
    const { isAdmin, tier, groups: values } = identity.rights;
    if (isAdmin === undefined && tier === undefined && values === undefined) return Promise.resolve(user);
    return work.run(async () => {
      await users.lock(user.uid); // somebody may be suspending it
      const current = (await users.find(user.uid)) ?? user;
      if (isAdmin !== undefined) await this.setAdmin(current, identity, isAdmin);
      if (tier !== undefined) await plans.set(user.uid, tier, { id: identity.provider, label, isSignIn: true });
      if (values !== undefined) await groups.set(user.uid, identity.provider, values);
      return (await users.find(user.uid)) ?? user;
    });
  }

  /**
   * Before an identity is unlinked: nobody could take its rights back later. Plan and groups stay where another
   * identity of the same provider is linked. Throws `LastAdmin`.
   */
  async withdraw(user: User, identity: LinkedIdentity): Promise<void> {
    const { users, identities, plans, groups } = this.deps;
    if (identity.givesAdmin && user.isAdmin) {
      await users.setAdmin(user.uid, false);
      if ((await users.countAdmins()) === 0) throw new LastAdmin();
      await this.deps.powers.clear(user.uid);
      await this.record(user, false, { provider: identity.provider ?? '' });
    }
    const { key, provider } = identity;
    if (provider === null) return;
    const others = (await identities.listByUser(user.uid)).filter((other) => other.key !== key);
    if (others.some((other) => other.provider === provider)) return; // it decides at its next sign-in
    await plans.set(user.uid, null, { id: provider, label: '' });
    await groups.withdraw({ uid: user.uid, provider });
  }

  /** Where the provider decides no more who is admin. False: there is no other admin, so this one stays. */
  withdrawAdmin({ uid, provider }: RightHolder): Promise<boolean> {
    const { users, identities, work } = this.deps;
    return work.run(async () => {
      await users.lock(uid);
      const user = await users.find(uid);
      const linked = (await identities.listByUser(uid)).find((one) => one.provider === provider && one.givesAdmin);
      if (!user?.isAdmin || !linked) return true; // ended elsewhere
      if (!(await this.unmakeAdmin(user, linked.key))) return false;
      await identities.setGivesAdmin(linked.key, false);
      await this.record(user, false, { provider });
      return true;
    });
  }

  private async setAdmin(user: User, { key, provider }: ProviderIdentity, isAdmin: boolean): Promise<void> {
    const { identities } = this.deps;
    const changed = isAdmin ? await this.makeAdmin(user) : await this.unmakeAdmin(user, key);
    if (!changed) return;
    await identities.setGivesAdmin(key, isAdmin);
    await this.record(user, isAdmin, { provider, uid: user.uid });
  }

  /** Whoever has the mail of an address that is not verified could take the account over by a new password. */
  private async makeAdmin(user: User): Promise<boolean> {
    const isTrusted = (user.email === null || user.emailVerified) && user.suspendedAt === null;
    if (user.isAdmin || !isTrusted) return false;
    await this.deps.users.setAdmin(user.uid, true);
    return true;
  }

  private async unmakeAdmin(user: User, key: string): Promise<boolean> {
    const { users, identities, powers } = this.deps;
    const linked = (await identities.listByUser(user.uid)).find((identity) => identity.key === key);
    if (!linked?.givesAdmin || !user.isAdmin) return false;
    await users.setAdmin(user.uid, false);
    // Counted after the change, with a lock.
    if ((await users.countAdmins()) === 0) {
      await users.setAdmin(user.uid, true);
      return false;
    }
    await powers.clear(user.uid);
    return true;
  }

  /** `uid`: who has just signed in. */
  private async record(
    user: User,
    isAdmin: boolean,
    { provider, uid }: { readonly provider: string; readonly uid?: string },
  ): Promise<void> {
    const { audit, events } = this.deps;
    const detail = isAdmin ? `Made admin by the claims of ${provider}` : `No longer admin by the claims of ${provider}`;
    events.add({ kind: 'admin change', level: 'warn', uid: user.uid, detail });
    const details = { before: !isAdmin, after: isAdmin, provider };
    await audit.record({ action: 'admin.grant', target: { kind: 'user', id: user.uid }, details, uid });
  }
}
