import type { RegistrationConfig } from '../../../shared/settings/registration.ts';
import type { Clock, Settings, JobLocks } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import type { DirectMailer, Site } from '../ports.ts';
import type { RegistrationRequests } from '../registration/ports.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import type { AdminMails } from './ports.ts';
import { toRecipient } from './send-usage-mails.ts';

const JOB_NAME = 'registration-request-mails';
const INTERVAL_MS = 60_000;
const SHORTEST_GAP_MS = 3_600_000;
const COUNT_ONLY = { limit: 1, offset: 0 };

export interface TellOfRequestsDeps {
  readonly settings: Settings<RegistrationConfig>;
  readonly requests: RegistrationRequests;
  readonly admins: AdminMails;
  readonly verification: VerificationPolicy;
  readonly mailer: DirectMailer;
  readonly site: Site;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Mails the admins how many people wait for an account: within a minute of the first request, then at most once an hour
 * however many there are, so that strangers cannot fill a mailbox.
 */
export class TellOfRequests {
  constructor(private readonly deps: TellOfRequestsDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, 'mailing about requests for accounts', this.deps, signal, () => this.runIfDue());
  }

  async runIfDue(): Promise<void> {
    const { settings, requests, jobLocks, clock } = this.deps;
    const now = clock.now();
    if (!(await settings.current()).requestMails || !(await requests.hasUnannounced(now))) return;
    if (!(await jobLocks.acquire(JOB_NAME, now, now + SHORTEST_GAP_MS))) return;
    if ((await requests.announce(now)) === 0) return;
    if (!(await this.tellAll(now))) await requests.withdrawAnnouncement(now); // the next hour tries again
  }

  /** False when there was somebody to tell, and nobody could be. */
  private async tellAll(now: number): Promise<boolean> {
    const { requests, admins, verification, mailer, site, failed } = this.deps;
    const { waiting } = await requests.list(COUNT_ONLY, now);
    const recipients = (await admins.list()).flatMap(({ user }) => toRecipient(user, verification));
    const link = `${site.url}/#/admin/sign-in`;
    let sent = 0;
    for (const { user, email: to } of recipients) {
      try {
        await mailer.send({ kind: 'requests-waiting', to, link, language: user.language, waiting });
        sent += 1;
      } catch (error) {
        failed(`mailing ${user.uid} about requests for accounts`, error);
      }
    }
    return sent > 0 || recipients.length === 0;
  }
}
