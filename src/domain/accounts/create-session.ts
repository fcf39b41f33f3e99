import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { AccountSuspended } from './errors.ts';
import type { SessionRepository } from './ports.ts';
import type { User } from './user.ts';

const SESSION_TTL_MS = 30 * 86_400_000;

export interface SignedIn {
  /** Shown once; only its digest is stored. */
  readonly token: string;
  readonly user: User;
}

/** Starts a session of 30 days. Throws `AccountSuspended`. */
export class CreateSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(user: User): Promise<SignedIn> {
    this.audit.concerns({ kind: 'user', id: user.uid });
    if (user.suspendedAt !== null) throw new AccountSuspended();
    const token = this.secrets.token();
    const now = this.clock.now();
    const tokenDigest = this.secrets.digest(token);
    await this.work.run(async () => {
      await this.sessions.add({ tokenDigest, uid: user.uid, createdAt: now, expiresAt: now + SESSION_TTL_MS });
      await this.audit.record({ action: 'session.start', uid: user.uid });
    });
    return { token, user };
  }
}
