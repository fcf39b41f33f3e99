import type { SignInBrand } from '../../shared/sign-in-brands.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { IdentityNotFound, IdentityTaken, LastWayIn, NotAuthenticated } from './errors.ts';
import type { Identities, LinkedIdentity, SignInProviders } from './identity/ports.ts';
import type { NotifyOwner } from './notify-owner.ts';
import type { SessionRepository, UserRepository } from './ports.ts';
import type { ApplyProviderRights } from './provider-rights.ts';
import { requireSession } from './sessions.ts';
import type { ProviderSignIn } from './sign-in-with-provider.ts';
import type { User } from './user.ts';

export interface LinkedWay {
  /** A digest of the key. */
  readonly id: string;
  readonly provider: string | null;
  readonly label: string;
  readonly icon: SignInBrand | null;
  readonly createdAt: number;
}

export interface LinkedWays {
  readonly identities: readonly LinkedWay[];
  readonly hasPassword: boolean;
}

export interface ManageIdentitiesDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly identities: Identities;
  readonly providers: SignInProviders;
  readonly providerSignIn: ProviderSignIn;
  readonly rights: ApplyProviderRights;
  readonly notifyOwner: NotifyOwner;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** The accounts elsewhere that sign in to an account. Its phone number is not among them. */
export class ManageIdentities {
  constructor(private readonly deps: ManageIdentitiesDeps) {}

  async list(user: User): Promise<LinkedWays> {
    const identities = await this.findLinked(user.uid);
    return {
      identities: identities.map((identity) => this.describe(identity)),
      hasPassword: user.passwordHash !== null,
    };
  }

  /**
   * `token`: of the session that asks. Throws `SignInAttemptLost`, `NotAuthenticated`, and `IdentityTaken` for one that
   * signs in to another account.
   */
  async link(user: User, code: string, token: string): Promise<LinkedWays> {
    const { users, identities, providerSignIn, clock, work, audit } = this.deps;
    const { key, provider } = await providerSignIn.redeem(code);
    const isNew = await work.run(async () => {
      await users.lock(user.uid);
      await requireSession(this.deps, token);
      const owner = await identities.find(key);
      if (owner && owner.uid !== user.uid) throw new IdentityTaken();
      if (owner) return false;
      await identities.add(key, user.uid, clock.now(), provider);
      await audit.record({ action: 'account.link', target: { kind: 'user', id: user.uid }, details: { provider } });
      return true;
    });
    if (isNew) this.deps.notifyOwner.execute(user.uid, 'provider-linked');
    return this.list(user);
  }

  /** Throws `NotAuthenticated`, `IdentityNotFound`, `LastWayIn`, `LastAdmin`. */
  async unlink({ uid }: User, id: string): Promise<LinkedWays> {
    const { users, identities, rights, work, audit } = this.deps;
    const owner = await work.run(async () => {
      await users.lock(uid); // two at once would each leave the other one's way in
      const user = await users.find(uid);
      if (!user) throw new NotAuthenticated();
      const linked = await this.findLinked(uid);
      const identity = linked.find((candidate) => this.idOf(candidate) === id);
      if (!identity) throw new IdentityNotFound();
      if (user.passwordHash === null && user.authMode !== 'phone' && linked.length === 1) throw new LastWayIn();
      await rights.withdraw(user, identity);
      await identities.remove(identity.key, uid);
      const { provider } = identity;
      await audit.record({ action: 'account.unlink', target: { kind: 'user', id: uid }, details: { provider } });
      return user;
    });
    this.deps.notifyOwner.execute(uid, 'provider-unlinked');
    return this.list(owner);
  }

  private async findLinked(uid: string): Promise<readonly LinkedIdentity[]> {
    const all = await this.deps.identities.listByUser(uid);
    return all.filter(({ key }) => !key.startsWith('phone:'));
  }

  private idOf({ key }: LinkedIdentity): string {
    return this.deps.secrets.digest(key);
  }

  private describe(identity: LinkedIdentity): LinkedWay {
    const { provider, createdAt } = identity;
    const found = this.deps.providers.all.find(({ id }) => id === provider);
    const [label, icon] = found
      ? [found.label, found.icon]
      : [provider ?? 'Google', provider === null ? ('google' as const) : null];
    return { id: this.idOf(identity), provider, label, icon, createdAt };
  }
}
