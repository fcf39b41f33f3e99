import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { EmailInUse, IdentityRefused, IdentityTaken } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { EndAccess } from './end-access.ts';
import type { Identities, IdentityTokens, UserRepository, VerifiedIdentity } from './ports.ts';
import type { RememberSpentQuotas } from './spent-quotas.ts';
import { nameFrom, normalEmail, type User } from './user.ts';

export interface IdentityTools {
  readonly identityTokens: IdentityTokens;
  readonly identities: Identities;
  readonly users: UserRepository;
  readonly endAccess: EndAccess;
  readonly spent: RememberSpentQuotas;
  readonly openSession: OpenSession;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

interface Found {
  readonly user: User;
  /** It was there, and nobody had proved its address. */
  readonly takenOver: boolean;
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
    const { user, takenOver } = await this.accountOf(identity);
    if (takenOver) await this.tools.endAccess.stopReplies(user.uid);
    return this.tools.openSession.execute(user);
  }

  private async accountOf(identity: VerifiedIdentity): Promise<Found> {
    const find = () => this.tools.work.run(() => this.findOrMake(identity));
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof IdentityTaken) && !(error instanceof EmailInUse)) throw error;
      return find(); // somebody was quicker by a moment: now there is an account to find
    }
  }

  private async findOrMake(identity: VerifiedIdentity): Promise<Found> {
    const { identities, users, clock } = this.tools;
    const linked = await identities.find(identity.key);
    if (linked) return { user: linked, takenOver: false };
    const email = identity.email === null ? null : normalEmail(identity.email);
    const sameEmail = email === null ? undefined : await users.findByEmail(email);
    const user = sameEmail ? await this.takeOver(sameEmail, identity) : await this.make(email, identity);
    await identities.add(identity.key, user.uid, clock.now());
    return { user, takenOver: sameEmail?.emailVerified === false };
  }

  /**
   * An account with the same email. If nobody has proved that address yet, whoever made the account may be a stranger:
   * their password, sessions, key, links and whoever they linked end. An unproved admin is never handed over.
   */
  private async takeOver(user: User, identity: VerifiedIdentity): Promise<User> {
    const { users, identities, endAccess } = this.tools;
    if (!identity.emailVerified || (user.isAdmin && !user.emailVerified)) throw new IdentityRefused();
    if (user.emailVerified) return user;
    await users.setPassword(user.uid, null);
    await users.markVerified(user.uid);
    await identities.removeAllOf(user.uid);
    await endAccess.revoke(user.uid);
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
    await this.tools.spent.restore(user);
    return user;
  }
}
