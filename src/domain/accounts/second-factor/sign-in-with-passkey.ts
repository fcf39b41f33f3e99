import { countAttempt } from '../../kernel/attempts.ts';
import type { AuditLog } from '../../audit/ports.ts';
import type { Clock, Quotas, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import type { CreateSession, SignedIn } from '../create-session.ts';
import { TooManyLoginAttempts } from '../errors.ts';
import type { UserRepository } from '../ports.ts';
import { InvalidPasskey } from './errors.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { AuthenticationAnswer, PasskeyOptions, Passkeys, WebAuthn } from './ports.ts';

const PURPOSE = 'sign-in';
/** Per network address in a quarter of an hour: signatures cannot be guessed, but cost time to check. */
const MAX_ATTEMPTS = 60;

export interface SignInWithPasskeyDeps {
  readonly users: UserRepository;
  readonly passkeys: Passkeys;
  readonly challenges: PasskeyChallenges;
  readonly webAuthn: WebAuthn;
  readonly createSession: CreateSession;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * Signs in by a passkey alone: something the person has, unlocked by something they are or know. So it stands for both
 * steps, and for the second one of a sign-in that began with a password. Throws `InvalidPasskey`, `AccountSuspended`,
 * `TooManyLoginAttempts`.
 */
export class SignInWithPasskey {
  constructor(private readonly deps: SignInWithPasskeyDeps) {}

  createOptions(): Promise<PasskeyOptions> {
    return this.deps.webAuthn.createAuthentication(this.deps.challenges.create(PURPOSE));
  }

  async execute(answer: AuthenticationAnswer, address: string): Promise<SignedIn> {
    const { users, passkeys, challenges, webAuthn, createSession, secrets, clock, work, audit } = this.deps;
    const waitMs = await countAttempt(this.deps, `passkey-from:${secrets.fingerprint(address)}`, MAX_ATTEMPTS);
    if (waitMs > 0) throw new TooManyLoginAttempts(waitMs);
    const passkey = await passkeys.findByCredential(answer.id);
    if (!passkey) throw new InvalidPasskey();
    audit.concerns({ kind: 'user', id: passkey.uid });
    const spend = (challenge: string) => challenges.spend(PURPOSE, challenge);
    const counter = await webAuthn.verifyAuthentication(answer, passkey, spend);
    if (counter === undefined) throw new InvalidPasskey();
    return work.run(async () => {
      await users.lock(passkey.uid);
      const user = (await passkeys.use(passkey.id, counter, clock.now())) && (await users.find(passkey.uid));
      if (!user) throw new InvalidPasskey();
      return createSession.startProved(user, 'passkey');
    });
  }
}
