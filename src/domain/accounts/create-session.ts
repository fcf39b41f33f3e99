import type { AuditContext, AuditLog } from '../audit/ports.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { describeDevice } from './device.ts';
import { AccountSuspended } from './errors.ts';
import type { SessionRepository } from './ports.ts';
import type { SignInMethod, User } from './user.ts';

const SESSION_TTL_MS = 30 * 86_400_000;

export interface SignedIn {
  /** Shown once; only its digest is stored. */
  readonly token: string;
  readonly user: User;
}

export interface CreateSessionDeps {
  readonly sessions: SessionRepository;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly requests: AuditContext;
}

/** Starts a session of 30 days on the device of the request. Throws `AccountSuspended`. */
export class CreateSession {
  constructor(private readonly deps: CreateSessionDeps) {}

  async execute(user: User, method: SignInMethod): Promise<SignedIn> {
    const { sessions, secrets, ids, clock, work, audit, requests } = this.deps;
    audit.concerns({ kind: 'user', id: user.uid });
    if (user.suspendedAt !== null) throw new AccountSuspended();
    const token = secrets.token();
    const now = clock.now();
    const session = {
      id: ids.next(),
      tokenDigest: secrets.digest(token),
      uid: user.uid,
      method,
      device: describeDevice(requests.userAgent()),
      createdAt: now,
      expiresAt: now + SESSION_TTL_MS,
      lastUsedAt: now,
      authenticatedAt: now,
    };
    await work.run(async () => {
      await sessions.add(session);
      await audit.record({ action: 'session.start', uid: user.uid });
    });
    return { token, user };
  }
}
