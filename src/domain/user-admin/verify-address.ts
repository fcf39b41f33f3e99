import type { UserRepository } from '../accounts/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { UserNotFound } from './errors.ts';
import type { AdminAction } from './ports.ts';

/**
 * Marks the address of an account as verified, for mails that do not arrive. Nothing proves that it is the person's:
 * the admin answers for it. Throws `UserNotFound`, and `InvalidInput` where there is no address.
 */
export class VerifyAddress {
  constructor(
    private readonly users: UserRepository,
    private readonly events: ServerEventLog,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute({ admin, uid, reason: given }: AdminAction): Promise<void> {
    const reason = requireReason(given);
    const changed = await this.work.run(async () => {
      const user = await this.users.find(uid);
      if (!user) throw new UserNotFound();
      if (user.email === null) throw new InvalidInput('This account has no address', 'uid');
      if (user.emailVerified) return false;
      await this.users.markVerified(uid);
      await this.audit.record({
        action: 'user.verify-address',
        target: { kind: 'user', id: uid },
        details: { reason },
      });
      return true;
    });
    if (!changed) return;
    this.events.add({
      kind: 'admin change',
      level: 'warn',
      uid,
      detail: `Address verified by ${admin.name}: ${reason}`,
    });
  }
}
