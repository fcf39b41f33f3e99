import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { EmailInUse, IdentityRefused, IdentityTaken } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { AccountTokens, Identities, IdentityTokens, SessionRepository, UserRepository, VerifiedIdentity } from './ports.ts';
import { nameFrom, normalEmail, type User } from './user.ts';

export interface IdentityTools {
  readonly identityTokens: IdentityTokens;
  readonly identities: Identities;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly tokens: AccountTokens;
  readonly openSession: OpenSession;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

/**
 * Signs in by the word of an identity provider: the account linked before, else the one with the same email when the
 * provider has verified it, else a new one. Throws `IdentityRefused`, `IdentityUnavailable`.
 */
export class SignInWithIdentity {
  private readonly tools: IdentityTools;

  constructor(tools: IdentityTools) {
    this.tools = tools;
  }

  async execute(token: string): Promise<SignedIn> {
    const identity = await this.tools.identityTokens.verify(token);
    return this.tools.openSession.execute(await this.accountOf(identity));
  }

  private async accountOf(identity: VerifiedIdentity): Promise<User> {
    const find = () => this.tools.work.run(() => this.findOrMake(identity));
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof IdentityTaken) && !(error instanceof EmailInUse)) throw error;
      return find(); // somebody was quicker by a moment: now there is an account to find
    }
  }

  private async findOrMake(identity: VerifiedIdentity): Promise<User> {
    const { identities, users, clock } = this.tools;
    const linked = await identities.find(identity.key);
    if (linked) return linked;
    const email = identity.email === null ? null : normalEmail(identity.email);
    const sameEmail = email === null ? undefined : await users.findByEmail(email);
    const user = sameEmail ? await this.takeOver(sameEmail, identity) : await this.make(email, identity);
    await identities.add(identity.key, user.uid, clock.now());
    return user;
  }

  /**
   * An account with the same email. If nobody has proved that address yet, whoever made the account may be a stranger:
   * their password, sessions and links end. An unproved admin is never handed over.
   */
  private async takeOver(user: User, identity: VerifiedIdentity): Promise<User> {
    const { users, sessions, tokens } = this.tools;
    if (!identity.emailVerified || (user.isAdmin && !user.emailVerified)) throw new IdentityRefused();
    if (user.emailVerified) return user;
    await users.setPassword(user.uid, null);
    await users.markVerified(user.uid);
    await sessions.removeAllOf(user.uid);
    await tokens.revoke(user.uid, 'verify-email');
    await tokens.revoke(user.uid, 'reset-password');
    return { ...user, passwordHash: null, emailVerified: true };
  }

  private async make(email: string | null, identity: VerifiedIdentity): Promise<User> {
    const user: User = {
      uid: this.tools.ids.next(),
      email,
      phoneNumber: null,
      name: identity.name?.trim().slice(0, 120) || (email === null ? 'Google user' : nameFrom(email)),
      passwordHash: null,
      authMode: 'email',
      subscription: 'free',
      emailVerified: identity.emailVerified && email !== null,
      isAdmin: false,
      createdAt: this.tools.clock.now(),
      suspendedAt: null,
    };
    await this.tools.users.add(user);
    return user;
  }
}
