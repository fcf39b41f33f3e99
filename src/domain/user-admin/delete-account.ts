import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { AdminProtected, LastAdmin, UserNotFound } from './errors.ts';
import type { AdminAction, DeletedAccount, GrantedAccess, UserDataEraser, UserFiles } from './ports.ts';
import type { PaidPlans, RunningReplies, QuotaCarryover } from './ports.ts';

type AuditEvent = Parameters<AuditLog['record']>[0];

export interface DeleteAccountDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly plans: PaidPlans;
  readonly replies: RunningReplies;
  readonly files: UserFiles;
  readonly access: GrantedAccess;
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
 * Deletes an account with all data. Paid plans are cancelled first: if that fails, nothing is deleted. The account is
 * suspended from the start, and an interrupted run is resumed.
 */
export class DeleteAccount {
  constructor(private readonly deps: DeleteAccountDeps) {}

  /**
   * `confirm` must be the email, or the uid of an account without one. Throws `UserNotFound`, `AdminProtected`,
   * `PaymentsFailed`.
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
    await this.execute(user, { action: 'user.delete', details: { reason } });
    // After the deletion, so that the line has no account name.
    const detail = `Account ${uid} deleted by ${admin.name}: ${reason}`;
    this.deps.events.add({ kind: 'admin change', level: 'warn', uid: null, detail });
  }

  /** Throws `LastAdmin`, `PaymentsFailed`. */
  async deleteAsOwner(uid: string): Promise<void> {
    const user = await this.deps.users.find(uid);
    if (!user) throw new UserNotFound();
    await this.execute(user, { action: 'account.delete' });
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

  private async execute(user: DeletedAccount & { readonly isAdmin: boolean }, event: AuditEvent): Promise<void> {
    const { users, sessions, keys, plans, erasure, spent, replies, audit, work, clock } = this.deps;
    const { uid, isAdmin } = user;
    if (isAdmin) await this.suspendAdmin(uid);
    try {
      await plans.cancelImmediately(uid);
    } catch (error) {
      if (isAdmin) await users.setSuspended(uid, null);
      throw error;
    }
    const now = clock.now();
    await work.run(async () => {
      await users.lock(uid); // the payment provider took its time
      const isAdminNow = (await users.find(uid))?.isAdmin ?? false;
      if (isAdminNow && event.action === 'user.delete') throw new AdminProtected();
      await users.setSuspended(uid, now);
      await erasure.begin(uid, now);
      await sessions.removeAllByUser(uid);
      await keys.removeAllByUser(uid);
      await spent.save(user);
      await audit.record({ ...event, target: { kind: 'user', id: uid } });
    });
    await replies.stopAll(uid);
    await this.erase(uid);
  }

  /** Before anything ends. Counted after the change, with a lock: of two admins who leave at once one must stay. */
  private async suspendAdmin(uid: string): Promise<void> {
    const { users, work, clock } = this.deps;
    await work.run(async () => {
      await users.setSuspended(uid, clock.now());
      if ((await users.countAdmins()) === 0) throw new LastAdmin();
    });
  }

  private async erase(uid: string): Promise<void> {
    const endAccess = await this.deps.access.prepareEnd(uid);
    await this.deps.files.removeAll(uid);
    await this.deps.erasure.finish(uid);
    endAccess();
  }
}
