import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { CheckPassword } from './check-password.ts';
import { ReauthenticationFailed } from './errors.ts';
import type { SessionRepository } from './ports.ts';
import { isRecentlyAuthenticated } from './sessions.ts';
import { SecondFactorProofRequired } from './second-factor/errors.ts';
import type { SecondFactorProof, SecondFactors } from './second-factor/second-factors.ts';
import type { User } from './user.ts';

/**
 * The password, or a second factor in its place; or the token of a session of the same account that was started just now
 * by any way of signing in.
 */
export interface IdentityProof {
  readonly password?: string | undefined;
  readonly proof?: SecondFactorProof | undefined;
  readonly sessionToken?: string | undefined;
}

export interface ReauthenticateDeps {
  readonly sessions: SessionRepository;
  readonly checkPassword: CheckPassword;
  readonly factors: SecondFactors;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * Renews the proof of a session, which then counts as recent for ten minutes. Every way of signing in serves, because a new
 * session is itself the proof: it hands over its time and ends, and the present one goes on with its streams. Throws
 * `ReauthenticationFailed`, `SecondFactorProofRequired`, and what `CheckPassword` and `SecondFactors` throw.
 */
export class Reauthenticate {
  constructor(private readonly deps: ReauthenticateDeps) {}

  async execute(user: User, token: string, input: IdentityProof & { readonly address: string }): Promise<void> {
    const { sessions, secrets, clock, work, audit } = this.deps;
    const digest = secrets.digest(token);
    if (input.sessionToken !== undefined) return this.takeOver(user, digest, secrets.digest(input.sessionToken));
    await this.check(user, input);
    const by = input.proof === undefined ? 'password' : 'second-factor';
    await work.run(async () => {
      await sessions.renewAuthentication(digest, clock.now());
      await audit.record({ action: 'session.confirm', details: { by } });
    });
  }

  /** Who has a second factor proves that: a password may have been stolen with the session. */
  private async check(user: User, { password, proof, address }: IdentityProof & { readonly address: string }) {
    const { checkPassword, factors } = this.deps;
    if (proof !== undefined) return factors.verify(user.uid, proof, address);
    if (user.hasSecondFactor) throw new SecondFactorProofRequired();
    if (password === undefined) throw new InvalidInput('Type your password to confirm that it is you', 'password');
    await checkPassword.execute(user, password, 'password');
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
