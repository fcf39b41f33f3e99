import type { Clock } from '../../kernel/ports.ts';
import type { ErrorDescriber, UsageReports } from '../../operations/ports.ts';
import { TooManyEmails } from '../errors.ts';
import type { Cooldowns, DirectMailer, Site } from '../ports.ts';
import type { User } from '../user.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import { NoVerifiedAddress } from './errors.ts';
import type { AdminMails } from './ports.ts';
import { toRecipient } from './send-usage-mails.ts';

const COOLDOWN_MS = 60_000;

export interface OwnUsageMailDeps {
  readonly admins: AdminMails;
  readonly reports: UsageReports;
  readonly verification: VerificationPolicy;
  readonly mailer: DirectMailer;
  readonly site: Site;
  readonly cooldowns: Cooldowns;
  readonly clock: Clock;
  readonly errorDescriber: ErrorDescriber;
}

export interface OwnUsageMailState {
  readonly receives: boolean;
  /** Where it goes; null: there is no verified address. */
  readonly address: string | null;
}

/** The weekly mail as one admin wants it. */
export class OwnUsageMail {
  constructor(private readonly deps: OwnUsageMailDeps) {}

  async get(user: User): Promise<OwnUsageMailState> {
    return { receives: await this.deps.admins.wantsUsage(user.uid), address: this.addressOf(user) };
  }

  async set(user: User, receives: boolean): Promise<OwnUsageMailState> {
    await this.deps.admins.setWantsUsage(user.uid, receives);
    return this.get(user);
  }

  /**
   * Sends one now, once a minute; the weekly one comes all the same. A failure is a result, described without secrets.
   * Throws `NoVerifiedAddress`, `TooManyEmails`.
   */
  async sendNow(user: User): Promise<{ readonly sentTo: string | null; readonly detail: string }> {
    const { reports, mailer, site, cooldowns, clock, errorDescriber } = this.deps;
    const to = this.addressOf(user);
    if (to === null) throw new NoVerifiedAddress();
    const waitMs = await cooldowns.start(`usage-mail:${user.uid}`, COOLDOWN_MS, clock.now());
    if (waitMs > 0) throw new TooManyEmails(waitMs);
    const report = await reports.build();
    const { language } = user;
    try {
      await mailer.send({ kind: 'usage-report', to, link: `${site.url}/#/admin/overview`, language, report });
    } catch (error) {
      return { sentTo: null, detail: errorDescriber.describe(error) };
    }
    return { sentTo: to, detail: '' };
  }

  private addressOf(user: User): string | null {
    return toRecipient(user, this.deps.verification)[0]?.email ?? null;
  }
}
