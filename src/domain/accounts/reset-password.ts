import type { Background, Clock, Quotas, Secrets } from '../kernel/ports.ts';
import { InvalidResetToken, TooManyMails } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Mail, Passwords, SessionRepository, UserRepository } from './ports.ts';
import type { MakeLink } from './send-verification.ts';
import { normalEmail } from './user.ts';
import type { TokenTools } from './verify-email.ts';

const HOUR_MS = 3_600_000;
const PER_HOUR = 5;

export interface ForgotTools {
  readonly users: UserRepository;
  readonly makeLink: MakeLink;
  readonly mail: Mail;
  readonly background: Background;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * Mails a link that sets a new password, if the address has an account. All that depends on the account happens after
 * the answer, so that neither its words nor its time tell who has one.
 */
export class ForgotPassword {
  private readonly tools: ForgotTools;

  constructor(tools: ForgotTools) {
    this.tools = tools;
  }

  /** Throws `TooManyMails` after five requests of one network address in an hour; more for one email are dropped. */
  async execute(input: { email: string; address: string }): Promise<void> {
    const now = this.tools.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    if (!(await this.take(`forgot-from:${input.address}`, hour))) throw new TooManyMails((hour + 1) * HOUR_MS - now);
    const email = normalEmail(input.email);
    this.tools.background.run('sending a reset mail', () => this.sendTo(email, hour));
  }

  private async sendTo(email: string, hour: number): Promise<void> {
    const { users, makeLink, mail } = this.tools;
    if (!(await this.take(`forgot-for:${email}`, hour))) return;
    const user = await users.findByEmail(email);
    if (!user) return;
    await mail.send({ kind: 'reset-password', to: email, link: await makeLink.execute('reset-password', user.uid) });
  }

  private async take(what: string, hour: number): Promise<boolean> {
    const { quotas, secrets } = this.tools;
    const taken = await quotas.reserve([{ subject: `mail:${secrets.fingerprint(what)}`, period: `hour:${hour}`, limit: PER_HOUR }]);
    if ('refused' in taken) return false;
    await quotas.settle(taken.id, 'charged');
    return true;
  }
}

export interface ResetTools extends TokenTools {
  readonly passwords: Passwords;
  readonly sessions: SessionRepository;
}

/** Sets a new password with the token of the mail, ends every other session, signs in. Throws `InvalidResetToken`. */
export class ResetPassword {
  private readonly tools: ResetTools;
  private readonly openSession: OpenSession;

  constructor(tools: ResetTools, openSession: OpenSession) {
    this.tools = tools;
    this.openSession = openSession;
  }

  async execute({ token, password }: { token: string; password: string }): Promise<SignedIn> {
    const { users, tokens, sessions, secrets, clock, work } = this.tools;
    const passwordHash = await this.tools.passwords.hash(password);
    return work.run(async () => {
      const uid = await tokens.use(secrets.digest(token), 'reset-password', clock.now());
      if (uid === undefined) throw new InvalidResetToken();
      await users.setPassword(uid, passwordHash);
      await users.markVerified(uid); // whoever holds the token has read the mail
      await sessions.removeAllOf(uid);
      await tokens.revoke(uid, 'reset-password');
      await tokens.revoke(uid, 'verify-email');
      const user = await users.find(uid);
      if (!user) throw new InvalidResetToken();
      return this.openSession.execute(user);
    });
  }
}
