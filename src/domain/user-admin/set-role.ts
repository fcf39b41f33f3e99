import { roleOf, type Role } from '../../shared/roles.ts';
import type { Identities } from '../accounts/identity/ports.ts';
import type { UserRepository } from '../accounts/ports.ts';
import type { AdminPowers } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { LastAdmin, UserNotFound } from './errors.ts';
import type { AdminAction } from './ports.ts';

type Account = NonNullable<Awaited<ReturnType<UserRepository['find']>>>;

/**
 * Makes an account an admin, an auditor or neither; it holds from the next call on. Throws `UserNotFound`, `LastAdmin`,
 * and `InvalidInput` where the account may be a stranger's or is shut out.
 */
export class SetRole {
  constructor(
    private readonly users: UserRepository,
    private readonly identities: Pick<Identities, 'listByUser' | 'setGivesAdmin'>,
    private readonly powers: AdminPowers,
    private readonly events: ServerEventLog,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute({ admin, uid, role, reason: given }: AdminAction & { readonly role: Role }): Promise<void> {
    const reason = requireReason(given);
    const before = await this.work.run(() => this.change(uid, role, reason));
    if (before === role) return;
    const detail = `Role ${role} instead of ${before} given by ${admin.name}: ${reason}`;
    this.events.add({ kind: 'admin change', level: 'warn', uid, detail });
  }

  /** The role before. */
  private async change(uid: string, role: Role, reason: string): Promise<Role> {
    await this.users.lock(uid); // somebody may be suspending it
    const user = await this.users.find(uid);
    if (!user) throw new UserNotFound();
    const before = roleOf(user);
    if (before === role) return before;
    if (role !== 'user') requireTrusted(user);
    await this.users.setRole(uid, role);
    // Counted after the change, with a lock: two admins who take the right from each other must not both succeed.
    if (before === 'admin' && (await this.users.countAdmins()) === 0) throw new LastAdmin();
    if (before === 'admin') {
      await this.powers.clear(uid);
      await this.releaseFromProviders(uid);
    }
    const details = { from: before, to: role, reason };
    await this.audit.record({ action: 'user.set-role', target: { kind: 'user', id: uid }, details });
    return before;
  }

  /** What a provider gave ends here: were the account made an admin again, the provider could not take that back. */
  private async releaseFromProviders(uid: string): Promise<void> {
    for (const { key, givesAdmin } of await this.identities.listByUser(uid))
      if (givesAdmin) await this.identities.setGivesAdmin(key, false);
  }
}

/** A stranger may have registered an address that is not verified. */
const requireTrusted = ({ email, emailVerified, suspendedAt }: Account): void => {
  if (suspendedAt !== null) throw new InvalidInput('This account is suspended. Let it in first.', 'role');
  if (email !== null && !emailVerified)
    throw new InvalidInput('The address of this account is not verified yet', 'role');
};
