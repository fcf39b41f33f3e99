import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidVerificationToken } from './errors.ts';
import { type CreateSession, requireActive, type SignedIn } from './create-session.ts';
import type { AccountTokens, UserRepository } from './ports.ts';
import type { CreateAccountLink } from './send-verification.ts';

export interface TokenDeps {
  readonly users: UserRepository;
  readonly tokens: AccountTokens;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

export interface VerifiedSignIn extends SignedIn {
  /** Sets a new password, once and within an hour: for a person who did not create the account. */
  readonly resetToken: string;
}

/** Verifies an email address with the mailed token and signs in. Throws `InvalidVerificationToken`. */
export class VerifyEmail {
  constructor(
    private readonly deps: TokenDeps,
    private readonly createSession: CreateSession,
    private readonly createAccountLink: CreateAccountLink,
  ) {}

  async execute(token: string): Promise<VerifiedSignIn> {
    const { users, tokens, secrets, clock, work } = this.deps;
    const { user, resetToken } = await work.run(async () => {
      const uid = await tokens.consume(secrets.digest(token), 'verify-email', clock.now());
      if (uid === undefined) throw new InvalidVerificationToken();
      await users.markVerified(uid);
      await tokens.revoke(uid, 'verify-email');
      const verified = await users.find(uid);
      if (!verified) throw new InvalidVerificationToken();
      requireActive(verified);
      await this.deps.audit.record({ action: 'account.verify', uid });
      // Not later: what ends the mailed links of the account would miss it.
      return { user: verified, resetToken: await this.createAccountLink.createToken('claim-account', uid) };
    });
    return { ...(await this.createSession.execute(user, 'link')), resetToken };
  }
}
