import { WEEKDAYS, type UsageMailConfig } from '../../../shared/settings/usage-mail.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Clock, Settings, JobLocks } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import type { UsageReport, UsageReports } from '../../operations/ports.ts';
import type { DirectMailer, Site } from '../ports.ts';
import type { User } from '../user.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import type { AdminMails } from './ports.ts';

const JOB_NAME = 'usage-mails';
const HOUR_MS = 3_600_000;
const INTERVAL_MS = 5 * 60_000;
const SENT_AFTER_MS = 7 * HOUR_MS;
/** After a mail server that does not answer; another process also continues after this when one died. */
const RETRY_MS = HOUR_MS;
/** Then the week's mail is given up. */
const WINDOW_MS = 2 * DAY_MS;
/** Whoever was sent one shortly before gets no second one when the day of the week is changed. */
const SHORTEST_GAP_MS = 3 * DAY_MS;

export interface SendUsageMailsDeps {
  readonly settings: Settings<UsageMailConfig>;
  readonly admins: AdminMails;
  readonly reports: UsageReports;
  readonly verification: VerificationPolicy;
  readonly mailer: DirectMailer;
  readonly site: Site;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

interface Recipient {
  readonly user: User;
  readonly email: string;
}

/** The last time not after `now` at which mails of this weekday are due. */
export const lastDueTime = (weekday: UsageMailConfig['weekday'], now: number): number => {
  const shifted = now - SENT_AFTER_MS;
  const daysSince = (new Date(shifted).getUTCDay() - WEEKDAYS.indexOf(weekday) + WEEKDAYS.length) % WEEKDAYS.length;
  return (Math.floor(shifted / DAY_MS) - daysSince) * DAY_MS + SENT_AFTER_MS;
};

/**
 * Mails each admin what was used in the last seven days, once a week. Each mail is claimed before it is
 * sent, so a crash in between loses it and nothing sends it twice. While the mail server is down it is tried
 * again each hour for two days.
 */
export class SendUsageMails {
  constructor(private readonly deps: SendUsageMailsDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, 'sending the usage mails', this.deps, signal, () => this.runIfDue());
  }

  async runIfDue(): Promise<void> {
    const { settings, jobLocks, clock } = this.deps;
    const { isOn, weekday } = await settings.current();
    const now = clock.now();
    const due = lastDueTime(weekday, now);
    if (!isOn || now >= due + WINDOW_MS) return;
    const since = due - SHORTEST_GAP_MS;
    const waiting = await this.listWaiting(since);
    if (waiting.length === 0 || !(await jobLocks.acquire(JOB_NAME, now, now + RETRY_MS))) return;
    if (await this.sendAll(waiting, since)) await jobLocks.reschedule(JOB_NAME, clock.now());
  }

  private async listWaiting(since: number): Promise<readonly Recipient[]> {
    const { admins, verification } = this.deps;
    return (await admins.list())
      .filter(({ wantsUsage, sentAt }) => wantsUsage && (sentAt === null || sentAt < since))
      .flatMap(({ user }) => toRecipient(user, verification));
  }

  /** Whether all of them were sent. */
  private async sendAll(recipients: readonly Recipient[], since: number): Promise<boolean> {
    const { admins, reports, clock, failed } = this.deps;
    const report = await reports.build();
    let failures = 0;
    for (const { user, email } of recipients) {
      const at = clock.now();
      if (!(await admins.claim(user.uid, at, since))) continue; // another process sends it
      try {
        await this.send(user, email, report);
      } catch (error) {
        failures += 1;
        await admins.release(user.uid, at);
        failed(`sending the usage mail to ${user.uid}`, error);
      }
    }
    return failures === 0;
  }

  private async send({ language }: User, to: string, report: UsageReport): Promise<void> {
    const { mailer, site } = this.deps;
    await mailer.send({ kind: 'usage-report', to, link: `${site.url}/#/admin/overview`, language, report });
  }
}

/** Those who can be mailed; an address that nobody has verified may be a stranger's. */
export const toRecipient = (user: User, verification: VerificationPolicy): readonly Recipient[] =>
  user.email !== null && verification.countsAsVerified(user) ? [{ user, email: user.email }] : [];
