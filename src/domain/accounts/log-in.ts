import type { Clock, Quotas, Secrets } from '../kernel/ports.ts';
import { LoginFailed, TooManyLogins } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Passwords, UserRepository } from './ports.ts';
import { normalEmail } from './user.ts';

const TRIES = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Signs in by email and password. Ten wrong tries per address and email in a quarter of an hour, counted before the
 * password is looked at so that parallel guesses gain nothing; a right one forgets them.
 */
export class LogIn {
  private readonly users: UserRepository;
  private readonly passwords: Passwords;
  private readonly openSession: OpenSession;
  private readonly quotas: Quotas;
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(
    users: UserRepository,
    passwords: Passwords,
    openSession: OpenSession,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
  ) {
    this.users = users;
    this.passwords = passwords;
    this.openSession = openSession;
    this.quotas = quotas;
    this.secrets = secrets;
    this.clock = clock;
  }

  async execute(input: { email: string; password: string; address: string }): Promise<SignedIn> {
    const email = normalEmail(input.email);
    const window = Math.floor(this.clock.now() / WINDOW_MS);
    const subject = `login:${this.secrets.fingerprint(`${input.address} ${email}`)}`;
    const period = `quarter:${window}`;
    const tried = await this.quotas.reserve([{ subject, period, limit: TRIES }]);
    if ('refused' in tried) throw new TooManyLogins((window + 1) * WINDOW_MS - this.clock.now());
    await this.quotas.settle(tried.id, 'charged');

    const user = await this.users.findByEmail(email);
    const matches = await this.passwords.matches(input.password, user?.passwordHash ?? undefined);
    if (!user || !matches) throw new LoginFailed();
    await this.quotas.clear(subject, period);
    return this.openSession.execute(user);
  }
}
