import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { EmailInUse, IdentityRejected, IdentityTaken } from './errors.ts';
import type { RevokeAccess } from './revoke-access.ts';
import type { Identities, VerifiedIdentity } from './identity/ports.ts';
import type { NotifyOwner } from './notify-owner.ts';
import type { UserRepository } from './ports.ts';
import type { CreateAccount, RegistrationInput } from './registration/create-account.ts';
import type { SendVerification } from './send-verification.ts';
import type { VerificationPolicy } from './verification-policy.ts';
import { buildUser, nameFromEmail, normalizeEmail, type User } from './user.ts';

export interface IdentityAccountsDeps {
  readonly identities: Identities;
  readonly users: UserRepository;
  readonly accounts: CreateAccount;
  readonly revokeAccess: RevokeAccess;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly notifyOwner: NotifyOwner;
  readonly verification: VerificationPolicy;
  readonly sendVerification: SendVerification;
}

/** An identity, and the provider that it is stored under. */
type NewIdentity = VerifiedIdentity & { readonly provider?: string };

interface AccountMatch {
  readonly user: User;
  /** The account existed with an unverified address. */
  readonly isTakenOver: boolean;
  /** The identity was linked to an account that was there. */
  readonly isLinked: boolean;
  readonly isNew: boolean;
}

/**
 * The account of an identity: the linked one, else the one with the same verified email, else a new one, which is
 * mailed the verification link if it needs one.
 */
export class IdentityAccounts {
  constructor(private readonly deps: IdentityAccountsDeps) {}

  /** Throws `IdentityRejected`, and what `CreateAccount` throws. */
  async findOrCreate(identity: NewIdentity, input: RegistrationInput): Promise<User> {
    const { verification, sendVerification } = this.deps;
    const { user, isTakenOver, isLinked, isNew } = await this.matchWithRetry(identity, input);
    if (isNew && verification.mustVerify(user)) await sendVerification.sendInitial(user);
    if (isLinked) this.deps.notifyOwner.execute(user.uid, 'provider-linked');
    if (isTakenOver) await this.deps.revokeAccess.stopReplies(user.uid);
    return user;
  }

  async isLinked({ key }: Pick<VerifiedIdentity, 'key'>, uid: string): Promise<boolean> {
    return (await this.deps.identities.find(key))?.uid === uid;
  }

  private async matchWithRetry(identity: NewIdentity, input: RegistrationInput): Promise<AccountMatch> {
    const match = () => this.deps.accounts.transact(() => this.match(identity, input));
    try {
      return await match();
    } catch (error) {
      if (!(error instanceof IdentityTaken) && !(error instanceof EmailInUse)) throw error;
      return match(); // another call created the account first: now it is found
    }
  }

  private async match(identity: NewIdentity, input: RegistrationInput): Promise<AccountMatch> {
    const { identities, users, clock, audit } = this.deps;
    const linked = await identities.find(identity.key);
    if (linked) return { user: linked, isTakenOver: false, isLinked: false, isNew: false };
    const email = identity.email === null ? null : normalizeEmail(identity.email);
    const sameEmail = email === null ? undefined : await users.findByEmail(email);
    const user = sameEmail ? await this.takeOver(sameEmail, identity) : await this.createUser(email, identity, input);
    await identities.add(identity.key, user.uid, clock.now(), identity.provider);
    if (sameEmail)
      await audit.record({
        action: 'account.link',
        uid: user.uid,
        details: { addressWasVerified: sameEmail.emailVerified },
      });
    const isNew = sameEmail === undefined;
    return { user, isTakenOver: sameEmail?.emailVerified === false, isLinked: !isNew, isNew };
  }

  /**
   * Links an account with the same email. When its address is not verified, a stranger may have created it: password,
   * sessions, key, links and other identities are removed. An unverified admin is never linked.
   */
  private async takeOver(user: User, identity: NewIdentity): Promise<User> {
    const { users, identities, revokeAccess } = this.deps;
    if (!identity.emailVerified || (user.isAdmin && !user.emailVerified)) throw new IdentityRejected();
    if (user.emailVerified) return user;
    await users.setPassword(user.uid, null);
    await users.markVerified(user.uid);
    await identities.removeAllByUser(user.uid);
    await revokeAccess.revoke(user.uid);
    return { ...user, passwordHash: null, emailVerified: true };
  }

  private createUser(email: string | null, identity: NewIdentity, input: RegistrationInput): Promise<User> {
    const user = buildUser({
      uid: this.deps.ids.next(),
      email,
      name: identity.name?.trim().slice(0, 120) || (email === null ? 'New user' : nameFromEmail(email)),
      emailVerified: identity.emailVerified && email !== null,
      createdAt: this.deps.clock.now(),
    });
    return this.deps.accounts.add({ ...input, user, identity });
  }
}
