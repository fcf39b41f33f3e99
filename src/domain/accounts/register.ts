import type { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { CaptchaRequired, DisposableEmail, RegistrationCooldown } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Captcha, MailDomains, Passwords, UserRepository } from './ports.ts';
import type { SendVerification } from './send-verification.ts';
import type { RememberSpentQuotas } from './spent-quotas.ts';
import { mustVerify, nameFrom, normalEmail, type User } from './user.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** An account as it starts: free, unverified and without rights, whatever the caller wished for. */
export const newUser = (of: { uid: string; account: NewAccount; passwordHash: string; now: number }): User => {
  const email = normalEmail(of.account.email);
  return {
    uid: of.uid,
    email,
    phoneNumber: null,
    name: of.account.name?.trim() || nameFrom(email),
    passwordHash: of.passwordHash,
    authMode: 'email',
    subscription: 'free',
    emailVerified: false,
    isAdmin: false,
    createdAt: of.now,
    suspendedAt: null,
  };
};

/** How often one network address may register in an hour, and from which try on a captcha is asked for. */
export interface RegisterLimits {
  readonly accounts: number;
  readonly tries: number;
  readonly triesWithoutCaptcha: number;
}

export interface RegisterTools {
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly openSession: OpenSession;
  readonly sendVerification: SendVerification;
  readonly captcha: Captcha;
  readonly domains: MailDomains;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly spent: RememberSpentQuotas;
}

export interface Registered extends SignedIn {
  readonly requiresVerification: boolean;
  /** The link that was mailed. */
  readonly link: string | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Makes an account, mails its verification link and signs it in. Tries are counted before anything is looked at, so
 * that parallel ones gain nothing. Throws `RegistrationCooldown`, `DisposableEmail`, `CaptchaRequired`, `EmailInUse`.
 */
export class Register {
  private readonly tools: RegisterTools;
  private readonly limits: RegisterLimits;

  constructor(tools: RegisterTools, limits: RegisterLimits) {
    this.tools = tools;
    this.limits = limits;
  }

  async execute(
    account: NewAccount & { readonly address: string; readonly captchaToken?: string | undefined },
  ): Promise<Registered> {
    const from = this.tools.secrets.fingerprint(account.address);
    const tries = await this.countTry(from);
    if (await this.tools.domains.isDisposable(normalEmail(account.email))) throw new DisposableEmail();
    if (tries > this.limits.triesWithoutCaptcha) await this.checkCaptcha(account.captchaToken);
    const reservation = await this.take(
      `registered:${from}`,
      this.limits.accounts,
      'Too many accounts were made from your network.',
    );
    try {
      const registered = await this.make(account);
      await this.tools.quotas.settle(reservation, 'charged');
      return registered;
    } catch (error) {
      await this.tools.quotas.settle(reservation, 'refunded');
      throw error;
    }
  }

  private async make(account: NewAccount): Promise<Registered> {
    const { users, passwords, openSession, sendVerification, ids, clock, work, spent } = this.tools;
    const passwordHash = await passwords.hash(account.password);
    const user = newUser({ uid: ids.next(), account, passwordHash, now: clock.now() });
    await work.run(async () => {
      await users.add(user);
      await spent.restore(user);
    });
    const link = await sendVerification.first(user);
    return { ...(await openSession.execute(user)), requiresVerification: mustVerify(user), link };
  }

  private async countTry(from: string): Promise<number> {
    const subject = `register:${from}`;
    const id = await this.take(subject, this.limits.tries, 'Too many tries to register from your network.');
    await this.tools.quotas.settle(id, 'charged');
    return this.tools.quotas.used(subject, this.period().name);
  }

  private async take(subject: string, limit: number, reason: string): Promise<string> {
    const { name, endsInMs } = this.period();
    const taken = await this.tools.quotas.reserve([{ subject, period: name, limit }]);
    if ('refused' in taken) throw new RegistrationCooldown(endsInMs, reason);
    return taken.id;
  }

  private period(): { name: string; endsInMs: number } {
    const now = this.tools.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    return { name: `hour:${hour}`, endsInMs: (hour + 1) * HOUR_MS - now };
  }

  private async checkCaptcha(token: string | undefined): Promise<void> {
    if (token === undefined || token === '') throw new CaptchaRequired(false);
    if (!(await this.tools.captcha.passes(token))) throw new CaptchaRequired(true);
  }
}
