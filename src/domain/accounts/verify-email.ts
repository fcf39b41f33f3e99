import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { InvalidVerificationToken } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { AccountTokens, UserRepository } from './ports.ts';
import type { MakeLink } from './send-verification.ts';

export interface TokenTools {
  readonly users: UserRepository;
  readonly tokens: AccountTokens;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

export interface Verified extends SignedIn {
  /** Sets a new password, once and within an hour: for whoever reads the mail without having made the account. */
  readonly resetToken: string;
}

/** Proves an address with the token of the mail and signs in. Throws `InvalidVerificationToken`. */
export class VerifyEmail {
  private readonly tools: TokenTools;
  private readonly openSession: OpenSession;
  private readonly makeLink: MakeLink;

  constructor(tools: TokenTools, openSession: OpenSession, makeLink: MakeLink) {
    this.tools = tools;
    this.openSession = openSession;
    this.makeLink = makeLink;
  }

  execute(token: string): Promise<Verified> {
    const { users, tokens, secrets, clock, work } = this.tools;
    return work.run(async () => {
      const uid = await tokens.use(secrets.digest(token), 'verify-email', clock.now());
      if (uid === undefined) throw new InvalidVerificationToken();
      await users.markVerified(uid);
      await tokens.revoke(uid, 'verify-email');
      const user = await users.find(uid);
      if (!user) throw new InvalidVerificationToken();
      return { ...(await this.openSession.execute(user)), resetToken: await this.makeLink.token('claim-account', uid) };
    });
  }
}
