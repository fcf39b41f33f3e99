import type { AuditLog } from '../../audit/ports.ts';
import type { Clock, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import type { CreateSession, SignedIn } from '../create-session.ts';
import type { AccountTokens, UserRepository } from '../ports.ts';
import { SecondFactorExpired } from './errors.ts';
import type { SecondFactorProof, SecondFactors } from './second-factors.ts';

export interface CompleteSignInDeps {
  readonly users: UserRepository;
  readonly tokens: AccountTokens;
  readonly factors: SecondFactors;
  readonly createSession: CreateSession;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * The second step of a sign-in. The challenge of the first is used up by a right proof only. Throws
 * `SecondFactorExpired`, `WrongSecondFactor`, `TooManySecondFactorAttempts`, `AccountSuspended`.
 */
export class CompleteSignIn {
  constructor(private readonly deps: CompleteSignInDeps) {}

  async execute(input: { challenge: string; proof: SecondFactorProof; address: string }): Promise<SignedIn> {
    const { users, tokens, factors, createSession, secrets, clock, work, audit } = this.deps;
    const digest = secrets.digest(input.challenge);
    const uid = await tokens.find(digest, 'second-factor', clock.now());
    if (uid === undefined) throw new SecondFactorExpired();
    audit.concerns({ kind: 'user', id: uid });
    await factors.verify(uid, input.proof, input.address);
    return work.run(async () => {
      await users.lock(uid);
      const user = (await tokens.consume(digest, 'second-factor', clock.now())) && (await users.find(uid));
      if (!user) throw new SecondFactorExpired();
      return createSession.startProved(user, 'two-step');
    });
  }
}
