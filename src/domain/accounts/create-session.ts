import type { AuditContext, AuditLog } from '../audit/ports.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { describeDevice } from './device.ts';
import { AccountSuspended } from './errors.ts';
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

  /** Throws `AccountSuspended`, and `SecondFactorNeeded` with a challenge for `CompleteSignIn`. */
  async execute(user: User, method: SignInMethod): Promise<SignedIn> {
    const { users, factors, audit } = this.deps;
    audit.concerns({ kind: 'user', id: user.uid });
    requireActive(user);
    const current = await users.find(user.uid); // it may have got a second factor while a password was checked
    const methods = current?.hasSecondFactor ? await factors.listMethods(user.uid) : [];
    if (methods.length > 0) throw new SecondFactorNeeded(await this.createChallenge(user.uid), methods);
    return this.startProved(user, method);
  }

  /** Also stores the language of the page. For callers that have proved a second factor. Throws `AccountSuspended`. */
  async startProved(user: User, method: SignInMethod): Promise<SignedIn> {
    requireActive(user);
    const { users, sessions, secrets, ids, clock, work, audit, requests } = this.deps;
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
    const language = requests.language() ?? user.language;
    await work.run(async () => {
      await sessions.add(session);
      if (language !== null && language !== user.language) await users.setLanguage(user.uid, language);
      await audit.record({ action: 'session.start', uid: user.uid });
    });
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
