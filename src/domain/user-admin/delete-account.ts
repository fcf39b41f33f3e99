import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import type { Admin, AdminPowers } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { AdminProtected, LastAdmin, UserNotFound } from './errors.ts';
import type { AdminAction, DeletedAccount, GrantedAccess, Suspensions, UserDataEraser, UserFiles } from './ports.ts';
import type { PaidPlans, RunningReplies, QuotaCarryover } from './ports.ts';

type AuditEvent = Parameters<AuditLog['record']>[0];

/** Who deletes, and what the audit log says of it. */
interface Deletion {
  readonly by: Admin;
  readonly event: AuditEvent;
}

/** Of the suspension that shuts the account until it is gone. */
const SUSPENSION_REASON = 'The account is being deleted';

export interface DeleteAccountDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly suspensions: Suspensions;
  readonly plans: PaidPlans;
  readonly replies: RunningReplies;
  readonly files: UserFiles;
  readonly access: GrantedAccess;
  readonly powers: AdminPowers;
  readonly erasure: UserDataEraser;
  readonly spent: QuotaCarryover;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

const RESUME_INTERVAL_MS = 60_000;
/** An erasure without progress for this long is resumed. */
const ERASURE_TIMEOUT_MS = 10 * 60_000;

/**
 * Deletes an account with all data. The account is suspended from the start, and an interrupted run is resumed. Paid
 * plans end too: where the payment provider does not answer, the data goes all the same, and ending them is tried until
 * it holds.
 */
export class DeleteAccount {
  constructor(private readonly deps: DeleteAccountDeps) {}

  /**
   * `confirm` must be the email, or the uid of an account without one. Throws `UserNotFound`, `AdminProtected`.
   */
  async deleteAsAdmin(action: AdminAction & { readonly confirm: string }): Promise<void> {
    const { admin, uid, confirm } = action;
    const reason = requireReason(action.reason);
    const user = await this.deps.users.find(uid);
    if (!user) throw new UserNotFound();
    if (user.isAdmin) throw new AdminProtected();
    const expected = user.email ?? user.uid;
    const what = user.email === null ? 'the id' : 'the email address';
    if (confirm.trim().toLowerCase() !== expected.toLowerCase())
      throw new InvalidInput(`Type ${what} of the account to confirm`, 'confirm');
    await this.execute(user, { by: admin, event: { action: 'user.delete', details: { reason } } });
    // After the deletion, so that the line has no account name.
    const detail = `Account ${uid} deleted by ${admin.name}: ${reason}`;
    this.deps.events.add({ kind: 'admin change', level: 'warn', uid: null, detail });
  }

  /** Throws `LastAdmin`. */
  async deleteAsOwner(uid: string): Promise<void> {
    const user = await this.deps.users.find(uid);
    if (!user) throw new UserNotFound();
    await this.execute(user, { by: user, event: { action: 'account.delete' } });
  }

  /** Resumes interrupted erasures every minute until `signal` aborts. */
  async resumeUnfinished(signal: AbortSignal): Promise<void> {
    const { erasure, clock } = this.deps;
    while (!signal.aborted) {
      await clock.sleep(RESUME_INTERVAL_MS, signal);
      if (signal.aborted) return;
      // Retried in a minute; the account stays suspended.
      for (const uid of await erasure.listUnfinished(clock.now() - ERASURE_TIMEOUT_MS).catch(() => []))
        await this.erase(uid).catch(() => undefined);
    }
  }

  private async execute(user: DeletedAccount, deletion: Deletion): Promise<void> {
    const { plans, replies } = this.deps;
    const { uid } = user;
    await this.begin(user, deletion);
    await replies.stopAll(uid);
    await plans.carryOut(uid);
    await this.erase(uid);
  }

  private async begin(user: DeletedAccount, deletion: Deletion): Promise<void> {
    const { users, sessions, keys, plans, powers, erasure, spent, audit, work, clock } = this.deps;
    const { uid } = user;
    const now = clock.now();
    await work.run(async () => {
      await users.lock(uid);
      const current = await users.find(uid);
      if (!current) throw new UserNotFound();
      if (current.isAdmin && deletion.event.action === 'user.delete') throw new AdminProtected();
      await this.suspend(uid, now, deletion);
      // Counted after the change, with a lock: of two admins who leave at once one must stay.
      if (current.isAdmin && (await users.countAdmins()) === 0) throw new LastAdmin();
      await erasure.begin(uid, now);
      await plans.cancel(uid, 'delete');
      await sessions.removeAllByUser(uid);
      await keys.removeAllByUser(uid);
      await powers.clear(uid);
      await spent.save(user);
      await audit.record({ ...deletion.event, target: { kind: 'user', id: uid } });
    });
  }

  /** With who does it and why: should it break off, an admin sees why the account is shut. */
  private async suspend(uid: string, at: number, { by }: Deletion): Promise<void> {
    const { users, suspensions } = this.deps;
    await users.setSuspended(uid, at);
    await suspensions.save(uid, { by: by.uid, byName: by.name, at, reason: SUSPENSION_REASON });
  }

  private async erase(uid: string): Promise<void> {
    const endAccess = await this.deps.access.prepareEnd(uid);
    await this.deps.files.removeAll(uid);
    await this.deps.erasure.finish(uid);
    endAccess();
  }
}
