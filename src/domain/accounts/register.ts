import type { Clock, Ids, Quotas, Secrets } from '../kernel/ports.ts';
import { DisposableEmail, RegistrationCooldown } from './errors.ts';
import type { CreateSession, SignedIn } from './create-session.ts';
import type { Captcha, EmailDomains, Passwords } from './ports.ts';
import type { CreateAccount, RegistrationInput } from './registration/create-account.ts';
import { ApprovalPending } from './registration/errors.ts';
import type { RegistrationPolicy } from './registration/registration-policy.ts';
import type { SendVerification } from './send-verification.ts';
import type { VerificationPolicy } from './verification-policy.ts';
import { buildUser, nameFromEmail, normalizeEmail, type User } from './user.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** A new account by email. */
export const newUser = (of: { uid: string; account: NewAccount; passwordHash: string; now: number }): User => {
  const { uid, account, passwordHash, now } = of;
  const email = normalizeEmail(account.email);
  return buildUser({ uid, email, name: account.name?.trim() || nameFromEmail(email), passwordHash, createdAt: now });
};

/** Per network address and hour. */
export interface RegisterLimits {
  readonly accounts: number;
  readonly tries: number;
  readonly triesWithoutCaptcha: number;
}

export interface RegisterDeps {
  readonly accounts: CreateAccount;
  readonly passwords: Passwords;
  readonly createSession: CreateSession;
  readonly sendVerification: SendVerification;
  readonly verification: VerificationPolicy;
  readonly registration: RegistrationPolicy;
  readonly captcha: Captcha;
  readonly domains: EmailDomains;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface Registered extends SignedIn {
  readonly requiresVerification: boolean;
  /** The mailed link; absent if no mail is needed. */
  readonly link: string | undefined;
}

const HOUR_MS = 3_600_000;

type RegisterInput = NewAccount &
  RegistrationInput & { readonly address: string; readonly captchaToken?: string | undefined };

/**
 * Creates an account, mails the verification link if one is needed and signs in. Attempts are counted first, so that
 * parallel ones gain nothing. Throws `RegistrationCooldown`, what `CreateAccount` throws, `DisposableEmail`,
 * `CaptchaRequired`, `EmailInUse`.
 */
export class Register {
  constructor(
    private readonly deps: RegisterDeps,
    private readonly limits: RegisterLimits,
  ) {}

  async execute(account: RegisterInput): Promise<Registered> {
    const from = this.deps.secrets.fingerprint(account.address);
    const attempts = await this.countAttempt(from);
    const email = normalizeEmail(account.email);
    // Checked first because hashing the password is expensive.
    await this.deps.registration.admit({ email, hasDomain: true, invitation: account.invitation });
    if (await this.deps.domains.isDisposable(email)) throw new DisposableEmail();
    if (attempts > this.limits.triesWithoutCaptcha)
      await this.deps.captcha.requireSolved(account.captchaToken, 'Registration failed');
    const reason = 'Too many accounts were made from your network.';
    const reservation = await this.reserve(`registered:${from}`, this.limits.accounts, reason);
    try {
      const registered = await this.createAccount(account);
      await this.deps.quotas.settle(reservation, 'charged');
      return registered;
    } catch (error) {
      await this.deps.quotas.settle(reservation, error instanceof ApprovalPending ? 'charged' : 'refunded');
      throw error;
    }
  }

  private async createAccount({ invitation, language, ...account }: RegisterInput): Promise<Registered> {
    const { accounts, passwords, createSession, sendVerification, verification, ids, clock } = this.deps;
    const passwordHash = await passwords.hash(account.password);
    const wanted = newUser({ uid: ids.next(), account, passwordHash, now: clock.now() });
    const user = await accounts.transact(() => accounts.add({ user: wanted, invitation, language }));
    const requiresVerification = verification.mustVerify(user);
    const link = requiresVerification ? await sendVerification.sendInitial(user) : undefined;
    return { ...(await createSession.execute(user, 'password')), requiresVerification, link };
  }

  private async countAttempt(from: string): Promise<number> {
    const subject = `register:${from}`;
    const id = await this.reserve(subject, this.limits.tries, 'Too many tries to register from your network.');
    await this.deps.quotas.settle(id, 'charged');
    return this.deps.quotas.getUsed(subject, this.period().name);
  }

  private async reserve(subject: string, limit: number, reason: string): Promise<string> {
    const { name, endsInMs } = this.period();
    const reservation = await this.deps.quotas.reserve([{ subject, period: name, limit }]);
    if ('refused' in reservation) throw new RegistrationCooldown(endsInMs, reason);
    return reservation.id;
  }

  private period(): { name: string; endsInMs: number } {
    const now = this.deps.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    return { name: `hour:${hour}`, endsInMs: (hour + 1) * HOUR_MS - now };
  }
}
