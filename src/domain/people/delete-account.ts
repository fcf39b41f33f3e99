import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, ServerEvents, UnitOfWork } from '../kernel/ports.ts';
import { AdminProtected, LastAdmin, UserNotFound } from './errors.ts';
import type { Departing, Erasure, OwnFiles, PaidPlans, RunningReplies, SpentQuotaMemory } from './ports.ts';
import { type AdminAct, requireReason } from './reason.ts';

export interface DeleteTools {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly plans: PaidPlans;
  readonly replies: RunningReplies;
  readonly files: OwnFiles;
  readonly erasure: Erasure;
  readonly spent: SpentQuotaMemory;
  readonly events: ServerEvents;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

const LOOK_MS = 60_000;
/** Whoever began an erasure is believed to be still at it for so long. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Deletes a person with everything of theirs. What is paid for ends first: when the provider cannot be told, nothing is
 * deleted. From the moment it is begun nobody is let in, and a run that is cut off is taken up again.
 */
export class DeleteAccount {
  private readonly tools: DeleteTools;

  constructor(tools: DeleteTools) {
    this.tools = tools;
  }

  /** By an admin; `confirm` repeats the email, or the uid of an account without one. Throws `UserNotFound`, `AdminProtected`, `PaymentsFailed`. */
  async byAdmin({ admin, uid, reason: given, confirm }: AdminAct & { readonly confirm: string }): Promise<void> {
    const reason = requireReason(given);
    const user = await this.tools.users.find(uid);
    if (!user) throw new UserNotFound();
    if (user.isAdmin) throw new AdminProtected();
    const expected = user.email ?? user.uid;
    if (confirm.trim().toLowerCase() !== expected.toLowerCase()) {
      throw new InvalidInput(
        `Type ${user.email === null ? 'the id' : 'the email address'} of the account to confirm`,
        'confirm',
      );
    }
    await this.execute(user);
    // After it is gone: the line must not carry its name.
    this.tools.events.add({
      kind: 'admin change',
      level: 'warn',
      uid: null,
      detail: `Account ${uid} deleted by ${admin.name}: ${reason}`,
    });
  }

  /** By the person, who has proved to mean it. Throws `LastAdmin`, `PaymentsFailed`. */
  async byOwner(uid: string): Promise<void> {
    const user = await this.tools.users.find(uid);
    if (!user) throw new UserNotFound();
    if (user.isAdmin && (await this.tools.users.countAdmins()) <= 1) throw new LastAdmin();
    await this.execute(user);
  }

  /** Each minute looks for erasures that were cut off, until `signal` aborts. */
  async resume(signal: AbortSignal): Promise<void> {
    const { erasure, clock } = this.tools;
    while (!signal.aborted) {
      await clock.sleep(LOOK_MS, signal);
      if (signal.aborted) return;
      // A failing one is tried again in a minute; the account is shut all the while.
      for (const uid of await erasure.unfinished(clock.now() - PATIENCE_MS).catch(() => []))
        await this.erase(uid).catch(() => undefined);
    }
  }

  private async execute(user: Departing): Promise<void> {
    const { users, sessions, keys, plans, erasure, spent, replies, work, clock } = this.tools;
    const { uid } = user;
    await plans.end(uid);
    const now = clock.now();
    await work.run(async () => {
      await users.setSuspended(uid, now);
      await erasure.begin(uid, now);
      await sessions.removeAllOf(uid);
      await keys.remove(uid);
      await spent.keep(user);
    });
    await replies.stopAll(uid);
    await this.erase(uid);
  }

  private async erase(uid: string): Promise<void> {
    await this.tools.files.removeAll(uid);
    await this.tools.erasure.finish(uid);
  }
}
