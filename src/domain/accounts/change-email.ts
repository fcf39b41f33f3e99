import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import { maskEmail } from '../kernel/mask.ts';
import type { Background, Clock, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { CheckPassword } from './check-password.ts';
import {
  DisposableEmail,
  EmailInUse,
  InvalidEmailLink,
  NoEmail,
  ReauthenticationRequired,
  TooManyEmails,
} from './errors.ts';
import { countMailBy, countMailTo } from './mail-quota.ts';
import type { Identities } from './identity/ports.ts';
import type { BillingContacts, EmailChange, EmailChanges } from './email-change/ports.ts';
import type { EmailDomains, Mailer, SessionRepository, Site, UserRepository } from './ports.ts';
import type { RegistrationPolicy } from './registration/registration-policy.ts';
import type { RevokeAccess } from './revoke-access.ts';
import { requireSession } from './sessions.ts';
import type { CreateAccountLink } from './send-verification.ts';
import { normalizeEmail, type User } from './user.ts';
import type { VerificationPolicy } from './verification-policy.ts';

const HOUR_MS = 3_600_000;
const CONFIRM_TTL_MS = HOUR_MS;
const UNDO_TTL_MS = 7 * 24 * HOUR_MS;

export interface EmailChangeDeps {
  readonly users: UserRepository;
  readonly changes: EmailChanges;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly verification: VerificationPolicy;
}

export interface AskEmailChangeDeps extends EmailChangeDeps {
  readonly sessions: SessionRepository;
  readonly checkPassword: CheckPassword;
  readonly domains: EmailDomains;
  readonly registration: RegistrationPolicy;
  readonly createAccountLink: CreateAccountLink;
  readonly background: Background;
  readonly quotas: Quotas;
}

export interface EmailChangeRequest {
  readonly email: string;
  /** Required where the account has one. */
  readonly password?: string | undefined;
  /** Of the session that asks. */
  readonly token: string;
  readonly isRecent: boolean;
}

/**
 * Mails a link to the new address, valid once and for an hour, and tells the present one if it is verified. Whether the
 * new address is taken shows in nothing: neither in the answer nor in its duration. Needs the password; without one,
 * and with a second factor, a session that confirmed who it is. Throws `NoEmail`, `ReauthenticationRequired`,
 * `DisposableEmail`, `RegistrationClosed`, `TooManyEmails`, and what `CheckPassword` throws.
 */
export class AskEmailChange {
  constructor(private readonly deps: AskEmailChangeDeps) {}

  async execute(user: User, request: EmailChangeRequest): Promise<void> {
    const { users, secrets, clock, changes, work, audit, background } = this.deps;
    const { uid, email: oldEmail } = user;
    const newEmail = normalizeEmail(request.email);
    if (oldEmail === null) throw new NoEmail();
    await this.requireProof(user, request);
    await this.requireUsable(oldEmail, newEmail);
    const waitMs = await countMailBy(this.deps, uid);
    if (waitMs > 0) throw new TooManyEmails(waitMs);
    const token = secrets.token();
    const now = clock.now();
    const change: EmailChange = {
      digest: secrets.digest(token),
      step: 'confirm',
      uid,
      sessionDigest: secrets.digest(request.token),
      oldEmail,
      newEmail,
      createdAt: now,
      expiresAt: now + CONFIRM_TTL_MS,
    };
    await work.run(async () => {
      await users.lock(uid);
      await requireSession(this.deps, request.token);
      await changes.revoke(uid, 'confirm');
      await changes.add(change);
      await audit.record({ action: 'account.ask-email', details: { to: maskEmail(newEmail) } });
    });
    background.run('mailing about a new address', () => this.mail(user, change, token));
  }

  private async requireProof(user: User, { password, isRecent }: EmailChangeRequest): Promise<void> {
    if (!isRecent && (user.passwordHash === null || user.hasSecondFactor)) throw new ReauthenticationRequired();
    if (user.passwordHash === null) return;
    if (password === undefined) throw new InvalidInput('Type your password to change the address', 'password');
    await this.deps.checkPassword.execute(user, password, 'password');
  }

  private async requireUsable(oldEmail: string, newEmail: string): Promise<void> {
    if (newEmail === oldEmail) throw new InvalidInput('This is your address already', 'email');
    if (await this.deps.domains.isDisposable(newEmail)) throw new DisposableEmail();
    await this.deps.registration.requireDomain(newEmail);
  }

  private async mail(user: User, { uid, oldEmail, newEmail }: EmailChange, token: string): Promise<void> {
    const { users, mailer, createAccountLink, site, verification } = this.deps;
    const { language } = user;
    if (verification.countsAsVerified(user)) {
      const link = await createAccountLink.execute('reset-password', { uid, email: oldEmail });
      if (link === undefined) return;
      await mailer.send({ kind: 'email-change-asked', to: oldEmail, link, language });
    }
    if ((await users.findByEmail(newEmail)) || (await countMailTo(this.deps, newEmail)) > 0) return;
    await mailer.send({ kind: 'confirm-email', to: newEmail, link: `${site.url}/?email=${token}`, language });
  }
}

interface ReplaceEmailDeps extends EmailChangeDeps {
  readonly revokeAccess: RevokeAccess;
  readonly billing: BillingContacts;
  readonly background: Background;
}

export interface ConfirmEmailChangeDeps extends ReplaceEmailDeps {
  readonly sessions: SessionRepository;
}

/**
 * Sets the new address, which the mailed token proves, and ends the other sessions and every link that was mailed to
 * the former one. That one is told, with a link that undoes it for seven days; not if nobody has verified it, because
 * then it may be mistyped and a stranger's. Throws `InvalidEmailLink`.
 */
export class ConfirmEmailChange {
  constructor(private readonly deps: ConfirmEmailChangeDeps) {}

  async execute(token: string): Promise<{ readonly email: string }> {
    const { uid, oldEmail, newEmail, undoToken, language } = await this.deps.work.run(() => this.confirm(token));
    tellBilling(this.deps, uid, newEmail);
    if (undoToken !== undefined) this.notify(oldEmail, undoToken, language);
    return { email: newEmail };
  }

  private async confirm(
    token: string,
  ): Promise<EmailChange & Pick<User, 'language'> & { readonly undoToken: string | undefined }> {
    const { users, changes, sessions, revokeAccess, secrets, clock, audit } = this.deps;
    const now = clock.now();
    const change = await changes.consume(secrets.digest(token), 'confirm', now);
    const user = change && (await users.find(change.uid));
    if (!change || !user) throw new InvalidEmailLink();
    const { uid, oldEmail, newEmail, sessionDigest } = change;
    await replaceEmail(users, { uid, expected: oldEmail, email: newEmail, now });
    await sessions.removeOthersByUser(uid, sessionDigest);
    await revokeAccess.revokeMailed(uid);
    const undoToken = await this.allowUndo(user, change);
    const details = { from: maskEmail(oldEmail), to: maskEmail(newEmail) };
    await audit.record({ action: 'account.change-email', uid, details });
    return { ...change, language: user.language, undoToken };
  }

  private async allowUndo(user: User, change: EmailChange): Promise<string | undefined> {
    const { changes, secrets, clock, verification } = this.deps;
    if (!verification.countsAsVerified(user)) return undefined;
    const undoToken = secrets.token();
    const [digest, now] = [secrets.digest(undoToken), clock.now()];
    await changes.add({ ...change, digest, step: 'undo', createdAt: now, expiresAt: now + UNDO_TTL_MS });
    return undoToken;
  }

  private notify(oldEmail: string, undoToken: string, language: User['language']): void {
    const { mailer, site, background } = this.deps;
    background.run('telling of a changed address', () =>
      mailer.send({ kind: 'email-changed', to: oldEmail, link: `${site.url}/?restore=${undoToken}`, language }),
    );
  }
}

export interface UndoEmailChangeDeps extends ReplaceEmailDeps {
  readonly identities: Identities;
  readonly createAccountLink: CreateAccountLink;
}

/**
 * Gives the account back to the former address: all access ends, identities that were linked meanwhile too, and a token
 * sets a new password. Undoes later changes with it. Throws `InvalidEmailLink`.
 */
export class UndoEmailChange {
  constructor(private readonly deps: UndoEmailChangeDeps) {}

  async execute(token: string): Promise<{ readonly email: string; readonly resetToken: string }> {
    const { revokeAccess, createAccountLink, work } = this.deps;
    const { uid, oldEmail, resetToken } = await work.run(async () => {
      const change = await this.undo(token);
      return { ...change, resetToken: await createAccountLink.createToken('reset-password', change.uid) };
    });
    tellBilling(this.deps, uid, oldEmail);
    await revokeAccess.stopReplies(uid);
    return { email: oldEmail, resetToken };
  }

  private async undo(token: string): Promise<EmailChange> {
    const { users, changes, identities, revokeAccess, secrets, clock, audit } = this.deps;
    const now = clock.now();
    const change = await changes.consume(secrets.digest(token), 'undo', now);
    const user = change && (await users.find(change.uid));
    if (!change || !user || user.email === null) throw new InvalidEmailLink();
    const { uid, oldEmail, createdAt } = change;
    if (user.email !== oldEmail) await replaceEmail(users, { uid, expected: user.email, email: oldEmail, now });
    await identities.removeAllByUser(uid);
    await revokeAccess.revoke(uid);
    await changes.revoke(uid, 'undo', createdAt);
    const details = { from: maskEmail(user.email), to: maskEmail(oldEmail) };
    await audit.record({ action: 'account.restore-email', uid, details });
    return change;
  }
}

const tellBilling = ({ billing, background }: ReplaceEmailDeps, uid: string, email: string): void =>
  background.run('changing the address of invoices', () => billing.changeEmail(uid, email));

/** A taken address shows no more than a wrong link. */
const replaceEmail = async (
  users: UserRepository,
  of: Parameters<UserRepository['replaceEmail']>[0],
): Promise<void> => {
  try {
    if (!(await users.replaceEmail(of))) throw new InvalidEmailLink();
  } catch (error) {
    throw error instanceof EmailInUse ? new InvalidEmailLink() : error;
  }
};
