import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { InvalidVerificationToken } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { AccountTokens, UserRepository } from './ports.ts';

export interface TokenTools {
  readonly users: UserRepository;
  readonly tokens: AccountTokens;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

/** Proves an address with the token of the mail and signs in. Throws `InvalidVerificationToken`. */
export class VerifyEmail {
  private readonly tools: TokenTools;
  private readonly openSession: OpenSession;

  constructor(tools: TokenTools, openSession: OpenSession) {
    this.tools = tools;
    this.openSession = openSession;
  }

  execute(token: string): Promise<SignedIn> {
    const { users, tokens, secrets, clock, work } = this.tools;
    return work.run(async () => {
      const uid = await tokens.use(secrets.digest(token), 'verify-email', clock.now());
      if (uid === undefined) throw new InvalidVerificationToken();
      await users.markVerified(uid);
      await tokens.revoke(uid, 'verify-email');
      const user = await users.find(uid);
      if (!user) throw new InvalidVerificationToken();
      return this.openSession.execute(user);
    });
  }
}
