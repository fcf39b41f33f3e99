import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { AdminProtected, BeingDeleted, UserNotFound } from './errors.ts';
import { PLAN_CHOICES, type PlanChoice } from '../../shared/plan-cancellations.ts';
import type { AdminAction, PaidPlans, RunningReplies, Suspensions, UserDataEraser } from './ports.ts';

export interface SuspendUserDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly suspensions: Suspensions;
  readonly replies: RunningReplies;
  readonly plans: PaidPlans;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/**
 * Suspends an account: sessions and key are revoked, sign-in is refused, and running replies stop within seconds in
 * every process. Data is not deleted. A subscription ends with its period where nothing else was chosen, also when the
 * payment provider does not answer now. Throws `UserNotFound`, `AdminProtected`.
 */
export class SuspendUser {
  constructor(private readonly deps: SuspendUserDeps) {}

  async execute({
    admin,
    uid,
    reason: given,
    plan = PLAN_CHOICES[0],
  }: AdminAction & { readonly plan?: PlanChoice | undefined }): Promise<void> {
    const { users, sessions, keys, suspensions, replies, plans, events, audit, work, clock } = this.deps;
    const reason = requireReason(given);
    const at = clock.now();
    await work.run(async () => {
      await users.lock(uid); // somebody may be making it an admin
      const user = await users.find(uid);
      if (!user) throw new UserNotFound();
      if (user.isAdmin) throw new AdminProtected();
      await users.setSuspended(uid, at);
      await suspensions.save(uid, { by: admin.uid, byName: admin.name, at, reason });
      await sessions.removeAllByUser(uid);
      await keys.removeAllByUser(uid);
      await plans.cancel(uid, plan);
      await audit.record({ action: 'user.suspend', target: { kind: 'user', id: uid }, details: { reason, plan } });
    });
    events.add({ kind: 'admin change', level: 'warn', uid, detail: `Suspended by ${admin.name}: ${reason}` });
    await replies.stopAll(uid);
    await plans.carryOut(uid);
  }
}

export type ReinstateUserDeps = Pick<
  SuspendUserDeps,
  'users' | 'suspensions' | 'plans' | 'events' | 'audit' | 'work'
> & {
  readonly erasure: Pick<UserDataEraser, 'hasBegun'>;
};

/**
 * Lifts a suspension; revoked keys stay revoked. A renewal that the suspension ended goes on; what has ended stays
 * ended. Throws `UserNotFound`, `BeingDeleted`.
 */
export class ReinstateUser {
  constructor(private readonly deps: ReinstateUserDeps) {}

  async execute({ admin, uid, reason: given }: AdminAction): Promise<void> {
    const { events, plans, work } = this.deps;
    const reason = requireReason(given);
    const isChanged = await work.run(() => this.reinstate(uid, reason));
    if (!isChanged) return;
    events.add({ kind: 'admin change', level: 'info', uid, detail: `Let in again by ${admin.name}: ${reason}` });
    await plans.carryOut(uid);
  }

  /** False: was not suspended. */
  private async reinstate(uid: string, reason: string): Promise<boolean> {
    const { users, suspensions, plans, erasure, audit } = this.deps;
    await users.lock(uid); // somebody may be deleting it
    const user = await users.find(uid);
    if (!user) throw new UserNotFound();
    if (user.suspendedAt === null) return false;
    if (await erasure.hasBegun(uid)) throw new BeingDeleted();
    await users.setSuspended(uid, null);
    await suspensions.remove(uid);
    await plans.restore(uid);
    await audit.record({ action: 'user.reinstate', target: { kind: 'user', id: uid }, details: { reason } });
    return true;
  }
}
