import type { Background, Clock, Quotas, Secrets } from '../kernel/ports.ts';
import { InvalidResetToken, TooManyMails } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { EndAccess } from './end-access.ts';
import type { Identities, Mail, Passwords, TokenPurpose, UserRepository } from './ports.ts';
import type { MakeLink } from './send-verification.ts';
import { isVerified, normalEmail } from './user.ts';
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
    const taken = await quotas.reserve([
      { subject: `mail:${secrets.fingerprint(what)}`, period: `hour:${hour}`, limit: PER_HOUR },
    ]);
    if ('refused' in taken) return false;
    await quotas.settle(taken.id, 'charged');
    return true;
  }
}

export interface ResetTools extends TokenTools {
  readonly passwords: Passwords;
  readonly identities: Identities;
  readonly endAccess: EndAccess;
}

type ResetPurpose = Exclude<TokenPurpose, 'verify-email'>;

/**
 * Sets a new password with the token of the mail, ends all that spoke for the account, signs in. Where nobody had proved
 * the address yet, or whoever has just done it did not make the account, what the first registrant linked ends too. Throws `InvalidResetToken`.
 */
export class ResetPassword {
  private readonly tools: ResetTools;
  private readonly openSession: OpenSession;

  constructor(tools: ResetTools, openSession: OpenSession) {
    this.tools = tools;
    this.openSession = openSession;
  }

  async execute({ token, password }: { token: string; password: string }): Promise<SignedIn> {
    const { tokens, secrets, clock, work, passwords, endAccess } = this.tools;
    const digest = secrets.digest(token);
    // Looked at before the password is hashed, which is what costs.
    const purpose = await this.purposeOf(digest);
    const passwordHash = await passwords.hash(password);
    const signedIn = await work.run(async () => {
      const uid = await tokens.use(digest, purpose, clock.now());
      if (uid === undefined) throw new InvalidResetToken();
      return this.takeBack(uid, passwordHash, purpose);
    });
    await endAccess.stopReplies(signedIn.user.uid);
    return signedIn;
  }

  private async purposeOf(digest: string): Promise<ResetPurpose> {
    const { tokens, clock } = this.tools;
    for (const purpose of ['reset-password', 'claim-account'] as const) {
      if ((await tokens.find(digest, purpose, clock.now())) !== undefined) return purpose;
    }
    throw new InvalidResetToken();
  }

  private async takeBack(uid: string, passwordHash: string, purpose: ResetPurpose): Promise<SignedIn> {
    const { users, identities, endAccess } = this.tools;
    const user = await users.find(uid);
    if (!user) throw new InvalidResetToken();
    if (purpose === 'claim-account' || !isVerified(user)) await identities.removeAllOf(uid);
    await users.setPassword(uid, passwordHash);
    await users.markVerified(uid); // whoever holds the token has read the mail
    await endAccess.revoke(uid);
    return this.openSession.execute({ ...user, passwordHash, emailVerified: true });
  }
}
