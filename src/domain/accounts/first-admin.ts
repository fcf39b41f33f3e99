import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import { EmailInUse, InvalidSetupLink } from './errors.ts';
import type { CreateSession, SignedIn } from './create-session.ts';
import type { OneTimeSecrets, Passwords, UserRepository } from './ports.ts';
import { newUser, type NewAccount } from './register.ts';
import { normalizeEmail } from './user.ts';

const LINK_TTL_MS = 3_600_000;

/**
 * Creates the token of the setup link: valid for one hour, once, and only while there is no admin. Replaces older ones.
 */
export class CreateSetupLink {
  constructor(
    private readonly users: UserRepository,
    private readonly oneTime: OneTimeSecrets,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<string | undefined> {
    if (await this.users.hasAdmin()) return undefined;
    const token = this.secrets.token();
    await this.oneTime.revoke('first-admin');
    const expiresAt = this.clock.now() + LINK_TTL_MS;
    await this.oneTime.add({ digest: this.secrets.digest(token), purpose: 'first-admin', expiresAt });
    return token;
  }
}

export interface AccountDeps {
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

const addAdmin = async (tools: AccountDeps, account: NewAccount, passwordHash: string) => {
  const user = newUser({ uid: tools.ids.next(), account, passwordHash, now: tools.clock.now() });
  const admin = { ...user, isAdmin: true };
  await tools.work.run(async () => {
    await tools.users.add(admin);
    await tools.audit.record({ action: 'admin.grant', target: { kind: 'user', id: admin.uid } });
  });
  return admin;
};

/** Creates the first admin from a setup link. Throws `InvalidSetupLink`, `EmailInUse`. */
export class ClaimFirstAdmin {
  constructor(
    private readonly deps: AccountDeps,
    private readonly oneTime: OneTimeSecrets,
    private readonly secrets: Secrets,
    private readonly openSession: CreateSession,
  ) {}

  async execute({ token, ...account }: NewAccount & { readonly token: string }): Promise<SignedIn> {
    const digest = this.secrets.digest(token);
    // Checked first because hashing the password is expensive.
    if (!(await this.oneTime.isValid(digest, 'first-admin', this.deps.clock.now()))) throw new InvalidSetupLink();
    const passwordHash = await this.deps.passwords.hash(account.password);
    return this.deps.work.run(async () => {
      const used = await this.oneTime.consume(digest, 'first-admin', this.deps.clock.now());
      if (!used || (await this.deps.users.hasAdmin())) throw new InvalidSetupLink();
      return this.openSession.execute(await addAdmin(this.deps, account, passwordHash), 'setup');
    });
  }
}

/** Makes an account admin; with a password, creates the account when it does not exist. */
export class GrantAdmin {
  constructor(private readonly deps: AccountDeps) {}

  /**
   * False when the account does not exist and no password was given, when the password is wrong, or when there is none
   * and the address is not verified: somebody else may have registered it first.
   */
  async execute(email: string, password?: string): Promise<boolean> {
    try {
      return await this.grant(email, password);
    } catch (error) {
      if (!(error instanceof EmailInUse)) throw error;
      return this.grant(email, password); // another starting process created it first
    }
  }

  private async grant(email: string, password: string | undefined): Promise<boolean> {
    const user = await this.deps.users.findByEmail(normalizeEmail(email));
    if (user) {
      const isTheirs =
        password === undefined
          ? user.emailVerified
          : await this.deps.passwords.matches(password, user.passwordHash ?? undefined);
      if (!isTheirs && !user.isAdmin) return false;
      if (!user.isAdmin) await this.makeAdmin(user.uid);
      return true;
    }
    if (password === undefined) return false;
    await addAdmin(this.deps, { email, password }, await this.deps.passwords.hash(password));
    return true;
  }

  private makeAdmin(uid: string): Promise<void> {
    const { users, work, audit } = this.deps;
    return work.run(async () => {
      await users.setRole(uid, 'admin');
      await audit.record({ action: 'admin.grant', target: { kind: 'user', id: uid } });
    });
  }
}
