import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { CheckPassword } from './check-password.ts';
import { ReauthenticationFailed } from './errors.ts';
import type { SessionRepository } from './ports.ts';
import { isRecentlyAuthenticated } from './sessions.ts';
import type { User } from './user.ts';

/** The password; or the token of a session of the same account that was started just now by any way of signing in. */
export interface IdentityProof {
  readonly password?: string | undefined;
  readonly sessionToken?: string | undefined;
}

export interface ReauthenticateDeps {
  readonly sessions: SessionRepository;
  readonly checkPassword: CheckPassword;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * Renews the proof of a session, which then counts as recent for ten minutes. Every way of signing in serves, because a new
 * session is itself the proof: it hands over its time and ends, and the present one goes on with its streams. Throws
 * `ReauthenticationFailed` and what `CheckPassword` throws.
 */
export class Reauthenticate {
  constructor(private readonly deps: ReauthenticateDeps) {}

  async execute(user: User, token: string, { password, sessionToken }: IdentityProof): Promise<void> {
    const { sessions, checkPassword, secrets, clock, work, audit } = this.deps;
    const digest = secrets.digest(token);
    if (sessionToken !== undefined) return this.takeOver(user, digest, secrets.digest(sessionToken));
    if (password === undefined) throw new InvalidInput('Type your password to confirm that it is you', 'password');
    await checkPassword.execute(user, password, 'password');
    await work.run(async () => {
      await sessions.renewAuthentication(digest, clock.now());
      await audit.record({ action: 'session.confirm', details: { by: 'password' } });
    });
  }

  private async takeOver(user: User, digest: string, proofDigest: string): Promise<void> {
    const { sessions, clock, work, audit } = this.deps;
    const now = clock.now();
    await work.run(async () => {
      const found = await sessions.find(proofDigest, now);
      const isProof = found?.user.uid === user.uid && proofDigest !== digest;
      if (!isProof || !isRecentlyAuthenticated(found.session, now)) throw new ReauthenticationFailed();
      await sessions.renewAuthentication(digest, found.session.authenticatedAt);
      await sessions.remove(proofDigest);
      await audit.record({ action: 'session.confirm', details: { by: found.session.method } });
    });
  }
}
