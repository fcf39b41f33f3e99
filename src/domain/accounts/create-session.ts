import type { AuditContext, AuditLog } from '../audit/ports.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { describeDevice } from './device.ts';
import { AccountSuspended, LoginFailed } from './errors.ts';
import type { AccountTokens, SessionRepository, UserRepository } from './ports.ts';
import { SecondFactorNeeded } from './second-factor/errors.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { SignInMethod, User } from './user.ts';

const SESSION_TTL_MS = 30 * 86_400_000;
const CHALLENGE_TTL_MS = 10 * 60_000;

export interface SignedIn {
  /** Shown once; only its digest is stored. */
  readonly token: string;
  readonly user: User;
}

export interface CreateSessionDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly tokens: AccountTokens;
  readonly factors: SecondFactors;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly requests: AuditContext;
}

/** Throws `AccountSuspended`. */
export const requireActive = (user: User): void => {
  if (user.suspendedAt !== null) throw new AccountSuspended();
};

/**
 * Starts a session of 30 days on the device of the request. The only place that decides whether the first proof is
 * enough, whichever it was. Not in a transaction that changes something else: a needed second factor is an error, and
 * would undo it.
 */
export class CreateSession {
  constructor(private readonly deps: CreateSessionDeps) {}

  /**
   * `user` as it was when the proof was checked, which takes time: what ended it meanwhile has ended every other
   * session too, so no later one may start. `isStillProved` is asked while the account is locked, for a proof outside
   * of it.
   * Throws `LoginFailed`, `AccountSuspended`, and `SecondFactorNeeded` with a challenge for `CompleteSignIn`.
   */
  async execute(user: User, method: SignInMethod, isStillProved = async () => true): Promise<SignedIn> {
    const { users, factors, work, audit } = this.deps;
    const { uid, passwordHash, email } = user;
    audit.concerns({ kind: 'user', id: uid });
    const outcome = await work.run(async () => {
      await users.lock(uid);
      const current = await users.find(uid);
      const isSame = current?.passwordHash === passwordHash && current.email === email;
      if (!isSame || !(await isStillProved())) throw new LoginFailed();
      requireActive(current);
      const methods = current.hasSecondFactor ? await factors.listMethods(uid) : [];
      if (methods.length > 0) return new SecondFactorNeeded(await this.createChallenge(uid), methods);
      return this.startProved(current, method);
    });
    if (outcome instanceof SecondFactorNeeded) throw outcome;
    return outcome;
  }

  /**
   * Also stores the language of the page. For callers that have proved a second factor, in a transaction that has
   * locked the account before it read `user` and used up the proof. Throws `AccountSuspended`.
   */
  async startProved(user: User, method: SignInMethod): Promise<SignedIn> {
    requireActive(user);
    const { users, sessions, secrets, ids, clock, audit, requests } = this.deps;
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
    await sessions.add(session);
    const language = requests.language() ?? user.language;
    if (language !== null && language !== user.language) await users.setLanguage(user.uid, language);
    await audit.record({ action: 'session.start', uid: user.uid });
    return { token, user: { ...user, language } };
  }

  private async createChallenge(uid: string): Promise<string> {
    const { tokens, secrets, clock } = this.deps;
    const challenge = secrets.token();
    const createdAt = clock.now();
    const expiresAt = createdAt + CHALLENGE_TTL_MS;
    await tokens.add({ digest: secrets.digest(challenge), purpose: 'second-factor', uid, createdAt, expiresAt });
    return challenge;
  }
}
