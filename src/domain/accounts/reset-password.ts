import type { Background, Clock, Quotas, Secrets } from '../kernel/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { countMailFrom, countMailTo } from './mail-quota.ts';
import { InvalidResetToken, TooManyEmails } from './errors.ts';
import { type CreateSession, requireActive, type SignedIn } from './create-session.ts';
import type { RevokeAccess } from './revoke-access.ts';
import type { Identities } from './identity/ports.ts';
import type { Mailer, Passwords, TokenPurpose, UserRepository } from './ports.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { CreateAccountLink } from './send-verification.ts';
import { isVerified, normalizeEmail, type User } from './user.ts';
import type { TokenDeps } from './verify-email.ts';

export interface ForgotDeps {
  readonly users: UserRepository;
  readonly createAccountLink: CreateAccountLink;
  readonly mailer: Mailer;
  readonly background: Background;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/**
 * Mails a reset link if the address has an account. Everything that depends on the account runs after the response, so
 * that neither its content nor its duration reveals whether it exists.
 */
export class ForgotPassword {
  constructor(private readonly deps: ForgotDeps) {}

  /**
   * Throws `TooManyEmails` after five requests per network address and hour; more for one email are dropped silently.
   */
  async execute(input: { email: string; address: string }): Promise<void> {
    const waitMs = await countMailFrom(this.deps, input.address);
    if (waitMs > 0) throw new TooManyEmails(waitMs);
    const email = normalizeEmail(input.email);
    const origin = this.deps.audit.origin();
    this.deps.background.run('sending a reset mail', () => this.sendTo(email, origin));
  }

  private async sendTo(email: string, origin: ReturnType<AuditLog['origin']>): Promise<void> {
    const { users, createAccountLink, mailer, audit } = this.deps;
    if ((await countMailTo(this.deps, email)) > 0) return;
    const user = await users.findByEmail(email);
    if (!user) return;
    const link = await createAccountLink.execute('reset-password', { uid: user.uid, email });
    if (link === undefined) return;
    await audit.record({ action: 'password.ask-reset', target: { kind: 'user', id: user.uid }, origin });
    await mailer.send({ kind: 'reset-password', to: email, link, language: user.language });
  }
}

export interface ResetDeps extends TokenDeps {
  readonly passwords: Passwords;
  readonly identities: Identities;
  readonly factors: SecondFactors;
  readonly revokeAccess: RevokeAccess;
}

type ResetPurpose = Exclude<TokenPurpose, 'verify-email' | 'second-factor'>;

/**
 * Sets a new password with a mailed token, revokes all access and signs in. When the address was not verified, or the
 * account was created by somebody else, the linked identities are removed too. A second factor stays and is asked for,
 * but not one that this somebody may have added. Throws `InvalidResetToken`.
 */
export class ResetPassword {
  constructor(
    private readonly deps: ResetDeps,
    private readonly createSession: CreateSession,
  ) {}

  async execute({ token, password }: { token: string; password: string }): Promise<SignedIn> {
    const { tokens, secrets, clock, work, passwords, revokeAccess } = this.deps;
    const digest = secrets.digest(token);
    // Checked first because hashing the password is expensive.
    const purpose = await this.findPurpose(digest);
    const passwordHash = await passwords.hash(password);
    const user = await work.run(async () => {
      const uid = await tokens.consume(digest, purpose, clock.now());
      if (uid === undefined) throw new InvalidResetToken();
      return this.recoverAccount(uid, passwordHash, purpose);
    });
    await revokeAccess.stopReplies(user.uid);
    return this.createSession.execute(user, 'link');
  }

  private async findPurpose(digest: string): Promise<ResetPurpose> {
    const { tokens, clock } = this.deps;
    for (const purpose of ['reset-password', 'claim-account'] as const) {
      if ((await tokens.find(digest, purpose, clock.now())) !== undefined) return purpose;
    }
    throw new InvalidResetToken();
  }

  private async recoverAccount(uid: string, passwordHash: string, purpose: ResetPurpose): Promise<User> {
    const { users, identities, factors, revokeAccess } = this.deps;
    const user = await users.find(uid);
    if (!user) throw new InvalidResetToken();
    requireActive(user);
    if (purpose === 'claim-account' || !isVerified(user)) await identities.removeAllByUser(uid);
    if (purpose === 'claim-account') await factors.removeAll(uid);
    await users.setPassword(uid, passwordHash);
    await users.markVerified(uid); // the token proves access to the mailbox
    await revokeAccess.revoke(uid);
    await this.deps.audit.record({ action: 'password.reset', uid });
    return { ...user, passwordHash, emailVerified: true };
  }
}
