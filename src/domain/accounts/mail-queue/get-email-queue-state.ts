import { formatServiceReport, SERVICE_REPORTS } from '../../../shared/service-reports.ts';
import { EmailsWait } from '../errors.ts';
import type { EmailQueue } from './ports.ts';

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether mails wait for the mail server to take them, in a line for the admin. */
export class GetEmailQueueState {
  constructor(private readonly queue: EmailQueue) {}

  /** Throws `EmailsWait`. */
  async execute(): Promise<string> {
    const { count, since } = await this.queue.count();
    if (since === null) return SERVICE_REPORTS.nothingWaits;
    throw new EmailsWait(
      formatServiceReport(count === 1 ? 'oneMailWaits' : 'mailsWait', { count, time: timeOf(since) }),
    );
  }
}
