import type { Background, Clock, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { AlreadyVerified, MailNotSent, TooManyMails } from './errors.ts';
import type { AccountTokens, LinkPurpose, Mail, Pace, Site, TokenPurpose } from './ports.ts';
import type { User } from './user.ts';

const HOUR_MS = 3_600_000;
const LIFE_MS: Readonly<Record<TokenPurpose, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
  'claim-account': HOUR_MS,
};
const PARAMETER: Readonly<Record<LinkPurpose, string>> = { 'verify-email': 'token', 'reset-password': 'reset' };

/** Makes links that do one thing once for one account. Older links for the same thing end. */
export class MakeLink {
  private readonly tokens: AccountTokens;
  private readonly secrets: Secrets;
  private readonly site: Site;
  private readonly clock: Clock;
  private readonly work: UnitOfWork;

  constructor(tokens: AccountTokens, secrets: Secrets, site: Site, clock: Clock, work: UnitOfWork) {
    this.tokens = tokens;
    this.secrets = secrets;
    this.site = site;
    this.clock = clock;
    this.work = work;
  }

  async execute(purpose: LinkPurpose, uid: string): Promise<string> {
    return `${this.site.url}/?${PARAMETER[purpose]}=${await this.token(purpose, uid)}`;
  }

  /** What stands in the link. */
  async token(purpose: TokenPurpose, uid: string): Promise<string> {
    const token = this.secrets.token();
    const now = this.clock.now();
    await this.work.run(async () => {
      await this.tokens.revoke(uid, purpose);
      const expiresAt = now + LIFE_MS[purpose];
      await this.tokens.add({ digest: this.secrets.digest(token), purpose, uid, createdAt: now, expiresAt });
    });
    return token;
  }
}

const GAP_MS = 60_000;
const PER_HOUR = 5;

/** Sends the mail that proves an address, and answers the link in it. */
export class SendVerification {
  private readonly makeLink: MakeLink;
  private readonly mail: Mail;
  private readonly background: Background;
  private readonly pace: Pace;
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(makeLink: MakeLink, mail: Mail, background: Background, pace: Pace, quotas: Quotas, clock: Clock) {
    this.makeLink = makeLink;
    this.mail = mail;
    this.background = background;
    this.pace = pace;
    this.quotas = quotas;
    this.clock = clock;
  }

  /** For a new account: who has just registered does not wait for a mail server. */
  async first({ uid, email }: User): Promise<string | undefined> {
    if (email === null) return undefined;
    const link = await this.makeLink.execute('verify-email', uid);
    this.background.run('sending a verification mail', () => this.mail.send({ kind: 'verify-email', to: email, link }));
    return link;
  }

  /** Once a minute and five times an hour per account. Throws `AlreadyVerified`, `TooManyMails`, `MailNotSent`. */
  async again({ uid, email, emailVerified }: User): Promise<string> {
    if (emailVerified || email === null) throw new AlreadyVerified();
    const reservation = await this.admit(uid);
    const link = await this.makeLink.execute('verify-email', uid);
    try {
      await this.mail.send({ kind: 'verify-email', to: email, link });
    } catch (error) {
      await this.quotas.settle(reservation, 'refunded');
      await this.pace.release(subjectOf(uid));
      throw new MailNotSent(error);
    }
    await this.quotas.settle(reservation, 'charged');
    return link;
  }

  private async admit(uid: string): Promise<string> {
    const now = this.clock.now();
    const wait = await this.pace.take(subjectOf(uid), GAP_MS, now);
    if (wait > 0) throw new TooManyMails(wait);
    const hour = Math.floor(now / HOUR_MS);
    const taken = await this.quotas.reserve([{ subject: subjectOf(uid), period: `hour:${hour}`, limit: PER_HOUR }]);
    if ('refused' in taken) throw new TooManyMails((hour + 1) * HOUR_MS - now);
    return taken.id;
  }
}

const subjectOf = (uid: string): string => `verify-mail:${uid}`;
