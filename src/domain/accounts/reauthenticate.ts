import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { CheckPassword } from './check-password.ts';
import { IdentityRejected, ReauthenticationFailed } from './errors.ts';
import type { Identities, IdentityTokens, VerifiedIdentity } from './identity/ports.ts';
import type { SessionRepository, UserRepository } from './ports.ts';
import { isRecentlyAuthenticated } from './sessions.ts';
import { SecondFactorProofRequired } from './second-factor/errors.ts';
import type { SecondFactorProof, SecondFactors } from './second-factor/second-factors.ts';
import type { ProviderSignIn } from './sign-in-with-provider.ts';
import { normalizeEmail, type User } from './user.ts';

/**
 * The password, or an identity at a provider, or a second factor in their place; or the token of a session of the same
 * account that was started just now by any way of signing in.
 */
export interface IdentityProof {
  readonly password?: string | undefined;
  readonly proof?: SecondFactorProof | undefined;
  /** The one-time code of a finished `ProviderSignIn`. */
  readonly providerCode?: string | undefined;
  /** For `IdentityTokens`. */
  readonly firebaseToken?: string | undefined;
  readonly sessionToken?: string | undefined;
}

export interface ReauthenticateDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly checkPassword: CheckPassword;
  readonly factors: SecondFactors;
  readonly identities: Identities;
  readonly identityTokens: IdentityTokens;
  readonly providerSignIn: ProviderSignIn;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * Renews the proof of a session, which then counts as recent for ten minutes. Every way of signing in serves,
 * because a new session is itself the proof: it hands over its time and ends, and the present one goes on with its
 * streams. Throws `ReauthenticationFailed`, `SecondFactorProofRequired`, and what `CheckPassword`, `SecondFactors`
 * and `ProviderSignIn` throw.
 */
export class Reauthenticate {
  constructor(private readonly deps: ReauthenticateDeps) {}

  async execute(user: User, token: string, input: IdentityProof & { readonly address: string }): Promise<void> {
    const { sessions, secrets, clock, work, audit } = this.deps;
    const digest = secrets.digest(token);
    if (input.sessionToken !== undefined) return this.takeOver(user, digest, secrets.digest(input.sessionToken));
    const by = await this.check(user, input);
    await work.run(async () => {
      await this.requireSamePassword(user);
      await sessions.renewAuthentication(digest, clock.now());
      await audit.record({ action: 'session.confirm', details: { by } });
    });
  }

  /** Who has a second factor proves that: a password may have been stolen with the session. */
  private async check(user: User, input: IdentityProof & { readonly address: string }): Promise<string> {
    const { checkPassword, factors } = this.deps;
    if (input.proof !== undefined) {
      await factors.verify(user.uid, input.proof, input.address);
      return 'second-factor';
    }
    if (user.hasSecondFactor) throw new SecondFactorProofRequired();
    const identity = await this.findIdentity(input);
    if (identity) {
      await this.requireOwn(user, identity);
      return 'provider';
    }
    if (input.password === undefined)
      throw new InvalidInput('Type your password to confirm that it is you', 'password');
    await checkPassword.execute(user, input.password, 'password');
    return 'password';
  }

  private async findIdentity({ providerCode, firebaseToken }: IdentityProof): Promise<VerifiedIdentity | undefined> {
    const { providerSignIn, identityTokens } = this.deps;
    if (providerCode !== undefined) return providerSignIn.redeem(providerCode);
    if (firebaseToken === undefined) return undefined;
    try {
      return await identityTokens.verify(firebaseToken);
    } catch (error) {
      throw error instanceof IdentityRejected ? new ReauthenticationFailed() : error; // a 401 would end the session
    }
  }

  /** One that would sign in to this account. Nothing is linked, and no account is made for another one. */
  private async requireOwn(user: User, { key, email, emailVerified }: VerifiedIdentity): Promise<void> {
    const owner = await this.deps.identities.find(key);
    const hasSameAddress =
      email !== null && emailVerified && user.emailVerified && normalizeEmail(email) === user.email;
    if (owner ? owner.uid !== user.uid : !hasSameAddress) throw new ReauthenticationFailed();
  }

  /** A new password ends all earlier proofs, also one that was being checked as it was set. */
  private async requireSamePassword({ uid, passwordHash }: User): Promise<void> {
    const { users } = this.deps;
    await users.lock(uid);
    if ((await users.find(uid))?.passwordHash !== passwordHash) throw new ReauthenticationFailed();
  }

  private async takeOver(user: User, digest: string, proofDigest: string): Promise<void> {
    const { sessions, clock, work, audit } = this.deps;
    const now = clock.now();
    await work.run(async () => {
      await this.requireSamePassword(user);
      const found = await sessions.find(proofDigest, now);
      const isProof = found?.user.uid === user.uid && proofDigest !== digest;
      if (!isProof || !isRecentlyAuthenticated(found.session, now)) throw new ReauthenticationFailed();
      await sessions.renewAuthentication(digest, found.session.authenticatedAt);
      await sessions.remove(proofDigest);
      await audit.record({ action: 'session.confirm', details: { by: found.session.method } });
    });
  }
}
