import type { Background, Clock, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { AlreadyVerified, EmailNotSent, TooManyEmails } from './errors.ts';
import type { AccountTokens, LinkPurpose, Mailer, Cooldowns, Site, TokenPurpose, UserRepository } from './ports.ts';
import type { User } from './user.ts';

const HOUR_MS = 3_600_000;
type LinkTokenPurpose = Exclude<TokenPurpose, 'second-factor'>;
const TOKEN_TTL_MS: Readonly<Record<LinkTokenPurpose, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
  'claim-account': HOUR_MS,
};
const QUERY_PARAMETER: Readonly<Record<LinkPurpose, string>> = { 'verify-email': 'token', 'reset-password': 'reset' };

/** Creates single-use links for an account. A new link revokes older ones of the same purpose. */
export class CreateAccountLink {
  constructor(
    private readonly users: UserRepository,
    private readonly tokens: AccountTokens,
    private readonly secrets: Secrets,
    private readonly site: Site,
    private readonly clock: Clock,
    private readonly work: UnitOfWork,
  ) {}

  /** Undefined if `email`, where the link is to be mailed, is not the account's address any more. */
  async execute(purpose: LinkPurpose, { uid, email }: Pick<User, 'uid' | 'email'>): Promise<string | undefined> {
    const token = await this.work.run(async () => {
      await this.users.lock(uid); // so that a change of the address, which ends its links, comes before or after
      const user = await this.users.find(uid);
      return user?.email === email ? this.createToken(purpose, uid) : undefined;
    });
    return token && `${this.site.url}/?${QUERY_PARAMETER[purpose]}=${token}`;
  }

  async createToken(purpose: LinkTokenPurpose, uid: string): Promise<string> {
    const token = this.secrets.token();
    const now = this.clock.now();
    await this.work.run(async () => {
      await this.tokens.revoke(uid, purpose);
      const expiresAt = now + TOKEN_TTL_MS[purpose];
      await this.tokens.add({ digest: this.secrets.digest(token), purpose, uid, createdAt: now, expiresAt });
    });
    return token;
  }
}

const RESEND_COOLDOWN_MS = 60_000;
const MAX_PER_HOUR = 5;

/** Sends the verification mail and returns its link. */
export class SendVerification {
  constructor(
    private readonly createAccountLink: CreateAccountLink,
    private readonly mailer: Mailer,
    private readonly background: Background,
    private readonly cooldowns: Cooldowns,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /** In the background, so that registration does not wait for the mail server. */
  async sendInitial({ uid, email, language }: User): Promise<string | undefined> {
    if (email === null) return undefined;
    const link = await this.createAccountLink.execute('verify-email', { uid, email });
    if (link === undefined) return undefined;
    this.background.run('sending a verification mail', () =>
      this.mailer.send({ kind: 'verify-email', to: email, link, language }),
    );
    return link;
  }

  /** Once a minute and five times an hour per account. Throws `AlreadyVerified`, `TooManyEmails`, `EmailNotSent`. */
  async resend({ uid, email, emailVerified, language }: User): Promise<string> {
    if (emailVerified || email === null) throw new AlreadyVerified();
    const reservation = await this.admit(uid);
    const link = await this.createAccountLink.execute('verify-email', { uid, email });
    if (link === undefined) throw new AlreadyVerified(); // as a changed address is
    try {
      await this.mailer.send({ kind: 'verify-email', to: email, link, language });
    } catch (error) {
      await this.quotas.settle(reservation, 'refunded');
      await this.cooldowns.cancel(verificationSubject(uid));
      throw new EmailNotSent(error);
    }
    await this.quotas.settle(reservation, 'charged');
    return link;
  }

  private async admit(uid: string): Promise<string> {
    const now = this.clock.now();
    const waitMs = await this.cooldowns.start(verificationSubject(uid), RESEND_COOLDOWN_MS, now);
    if (waitMs > 0) throw new TooManyEmails(waitMs);
    const hour = Math.floor(now / HOUR_MS);
    const reservation = await this.quotas.reserve([
      { subject: verificationSubject(uid), period: `hour:${hour}`, limit: MAX_PER_HOUR },
    ]);
    if ('refused' in reservation) throw new TooManyEmails((hour + 1) * HOUR_MS - now);
    return reservation.id;
  }
}

const verificationSubject = (uid: string): string => `verify-mail:${uid}`;
