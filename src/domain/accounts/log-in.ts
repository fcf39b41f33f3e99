import { attemptWindow, countAttempt } from '../kernel/attempts.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Quotas, Secrets } from '../kernel/ports.ts';
import { LoginFailed, TooManyLoginAttempts } from './errors.ts';
import type { CreateSession, SignedIn } from './create-session.ts';
import type { Captcha, Passwords, UserRepository } from './ports.ts';
import { normalizeEmail, type User } from './user.ts';

/** Per network address and email. */
const MAX_ATTEMPTS = 10;
/** Failures per email from all addresses, after which a captcha is required. */
const MAX_FAILURES_PER_EMAIL = 20;
/** Failures per network address for all emails, after which a captcha is required. */
const MAX_FAILURES_PER_ADDRESS = 40;

export interface LogInDeps {
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly createSession: CreateSession;
  readonly captcha: Captcha;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly captchaToken?: string | undefined;
}

/**
 * Signs in by email and password. Attempts are counted before the password is checked, so that parallel guesses gain
 * nothing. After ten failures per address and email in 15 minutes, attempts are refused. Many failures per email or per
 * address require a captcha, which slows guessing without locking the owner out (docs/adr/0033). Throws
 * `TooManyLoginAttempts`, `CaptchaRequired`, `LoginFailed`.
 */
export class LogIn {
  constructor(private readonly deps: LogInDeps) {}

  async execute(input: LoginAttempt): Promise<SignedIn> {
    const { passwords, quotas, secrets, createSession } = this.deps;
    const email = normalizeEmail(input.email);
    const pair = `login:${secrets.fingerprint(`${input.address} ${email}`)}`;
    const waitMs = await countAttempt(this.deps, pair, MAX_ATTEMPTS);
    if (waitMs > 0) throw new TooManyLoginAttempts(waitMs);
    const reservation = await this.countFailure(email, input.address);
    if (reservation === undefined) await this.deps.captcha.requireSolved(input.captchaToken, 'Login failed');

    const user = await this.findUser(email);
    const matches = await passwords.matches(input.password, user?.passwordHash ?? undefined);
    if (reservation !== undefined) await quotas.settle(reservation, user && matches ? 'refunded' : 'charged');
    if (!user || !matches) throw new LoginFailed();
    await quotas.clear(pair, this.period());
    return createSession.execute(user, 'password');
  }

  private async findUser(email: string): Promise<User | undefined> {
    const user = await this.deps.users.findByEmail(email);
    if (user) this.deps.audit.concerns({ kind: 'user', id: user.uid });
    return user;
  }

  /** Reserves a failure, refunded on success; undefined when the limit is reached. */
  private async countFailure(email: string, address: string): Promise<string | undefined> {
    const { quotas, secrets } = this.deps;
    const period = this.period();
    const reservation = await quotas.reserve([
      { subject: `login-for:${secrets.fingerprint(email)}`, period, limit: MAX_FAILURES_PER_EMAIL },
      { subject: `login-from:${secrets.fingerprint(address)}`, period, limit: MAX_FAILURES_PER_ADDRESS },
    ]);
    return 'id' in reservation ? reservation.id : undefined;
  }

  private period(): string {
    return attemptWindow(this.deps.clock.now()).period;
  }
}
