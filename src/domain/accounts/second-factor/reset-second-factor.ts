import type { AuditLog } from '../../audit/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Background, ServerEventLog, UnitOfWork } from '../../kernel/ports.ts';
import { requireReason } from '../../kernel/reason.ts';
import { UserNotFound } from '../../user-admin/errors.ts';
import type { AdminAction } from '../../user-admin/ports.ts';
import type { Mailer, Site, UserRepository } from '../ports.ts';
import type { RevokeAccess } from '../revoke-access.ts';
import { normalizeEmail, type User } from '../user.ts';
import { NoSecondFactor } from './errors.ts';
import type { SecondFactors } from './second-factors.ts';

export interface ResetSecondFactorDeps {
  readonly users: UserRepository;
  readonly factors: SecondFactors;
  readonly revokeAccess: RevokeAccess;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly background: Background;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
}

/**
 * The last resort of a person who has lost app and recovery codes. Ends all access, because it may be an attacker who
 * asked for it, and mails the person. Throws `UserNotFound`, `NoSecondFactor`.
 */
export class ResetSecondFactor {
  constructor(private readonly deps: ResetSecondFactorDeps) {}

  /** By an admin, for somebody else: their own takes a fresh proof, in the settings. */
  async execute({ admin, uid, reason: given }: AdminAction): Promise<void> {
    const reason = requireReason(given);
    if (admin.uid === uid) throw new InvalidInput('Remove your own second factor in your settings', 'uid');
    await this.reset(uid, reason);
    const detail = `Second factor reset by ${admin.name}: ${reason}`;
    this.deps.events.add({ kind: 'admin change', level: 'warn', uid, detail });
  }

  /** By the operator, on the command line. */
  async executeByEmail(email: string): Promise<void> {
    const user = await this.deps.users.findByEmail(normalizeEmail(email));
    if (!user) throw new UserNotFound();
    await this.reset(user.uid, 'by the command line');
  }

  private async reset(uid: string, reason: string): Promise<void> {
    const { users, factors, revokeAccess, audit, work } = this.deps;
    const user = await work.run(async () => {
      await users.lock(uid); // two admins at once
      const current = await users.find(uid);
      if (!current) throw new UserNotFound();
      if (!current.hasSecondFactor) throw new NoSecondFactor();
      await factors.removeAll(uid);
      await revokeAccess.revoke(uid);
      await audit.record({ action: 'second-factor.reset', target: { kind: 'user', id: uid }, details: { reason } });
      return current;
    });
    await revokeAccess.stopReplies(uid);
    this.notify(user);
  }

  private notify({ email, language }: User): void {
    const { background, mailer, site } = this.deps;
    if (email === null) return;
    const link = `${site.url}/#/settings/second-factor`;
    background.run('telling of a reset second factor', () =>
      mailer.send({ kind: 'second-factor-reset', to: email, link, language }),
    );
  }
}
