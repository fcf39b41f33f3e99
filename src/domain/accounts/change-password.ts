import type { AuditLog } from '../audit/ports.ts';
import type { Background, Clock, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { CheckPassword } from './check-password.ts';
import { WrongPassword } from './errors.ts';
import type { Mailer, Passwords, SessionRepository, UserRepository } from './ports.ts';
import type { RevokeAccess } from './revoke-access.ts';
import type { CreateAccountLink } from './send-verification.ts';
import { countMailTo } from './mail-quota.ts';
import { isVerified, type User } from './user.ts';

export interface ChangePasswordDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly checkPassword: CheckPassword;
  readonly passwords: Passwords;
  readonly revokeAccess: RevokeAccess;
  readonly createAccountLink: CreateAccountLink;
  readonly mailer: Mailer;
  readonly background: Background;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  /** Also the API keys. */
  readonly endOtherSessions: boolean;
  /** Of the session that changes it, which goes on. */
  readonly token: string;
}

/**
 * Replaces the password of a signed-in account, whose present one proves the person, and mails
 * them that it was changed. Earlier proofs of identity count no more.
 * Throws `NoPassword`, `WrongPassword`, `TooManyAttempts`.
 */
export class ChangePassword {
  constructor(private readonly deps: ChangePasswordDeps) {}

  async execute(user: User, { currentPassword, password, endOtherSessions, token }: PasswordChange): Promise<void> {
    const { passwords, users, sessions, revokeAccess, secrets, work, audit } = this.deps;
    const { uid } = user;
    const passwordHash = await this.deps.checkPassword.execute(user, currentPassword, 'currentPassword');
    const nextHash = await passwords.hash(password);
    await work.run(async () => {
      // A reset may have come between: hashing is slow, and whoever was shut out must not undo it.
      if (!(await users.replacePassword(uid, passwordHash, nextHash))) throw new WrongPassword('currentPassword');
      await revokeAccess.revokePending(uid);
      await sessions.expireAuthentications(uid);
      if (endOtherSessions) await revokeAccess.revokeOthers(uid, secrets.digest(token));
      await audit.record({ action: 'password.change', details: { endOtherSessions } });
    });
    this.notify(user);
  }

  /**
   * With a link that sets another one, for an owner who did not do this. An address that nobody has verified may be a
   * stranger's, who gets no more mails by this than by asking for reset links.
   */
  private notify(user: User): void {
    const { background, createAccountLink, mailer } = this.deps;
    const { uid, email, language } = user;
    if (email === null) return;
    background.run('telling of a changed password', async () => {
      if (!isVerified(user) && (await countMailTo(this.deps, email)) > 0) return;
      const link = await createAccountLink.execute('reset-password', { uid, email });
      if (link === undefined) return;
      await mailer.send({ kind: 'password-changed', to: email, link, language });
    });
  }
}
