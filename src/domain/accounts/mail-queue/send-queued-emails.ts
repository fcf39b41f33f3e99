import { backoffMs } from '../../kernel/backoff.ts';
import type { Clock, ServerEventLog } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import { EmailRefused } from '../errors.ts';
import type { DirectMailer, UserRepository } from '../ports.ts';
import { type EmailQueue, MAX_EMAIL_WAIT_MS, type QueuedEmail, type StoredEmail } from './ports.ts';

const INTERVAL_MS = 30_000;
const BATCH = 100;
/** The first waits are those of greylisting; longer than an attempt takes, because another process may try the next. */
const BACKOFF = { baseMs: 60_000, maxMs: MAX_EMAIL_WAIT_MS };
/** Then the mail server is away, and the others would only wait for it. */
const MAX_FAILURES_IN_A_ROW = 5;
const WHAT = 'sending a queued mail';

export interface SendQueuedEmailsDeps {
  readonly queue: EmailQueue;
  readonly mailer: DirectMailer;
  readonly users: UserRepository;
  readonly events: ServerEventLog;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Sends the mails of the queue: after a minute, then ever more seldom up to an hour. Each attempt is claimed, so one
 * process makes it; a crash between sending and removing a mail sends it twice rather than never. Admins are told of
 * what is given up.
 */
export class SendQueuedEmails {
  constructor(private readonly deps: SendQueuedEmailsDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, WHAT, this.deps, signal, () => this.sweep(signal));
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { queue, clock } = this.deps;
    let failures = 0;
    let due: readonly QueuedEmail[];
    do {
      due = await queue.listDue(clock.now(), BATCH);
      for (const mail of due) {
        if (signal.aborted || failures >= MAX_FAILURES_IN_A_ROW) return;
        failures = (await this.attempt(mail)) ? 0 : failures + 1;
      }
    } while (due.length === BATCH);
  }

  /** False when the mail server did not take it and may take it later. */
  private async attempt(mail: QueuedEmail): Promise<boolean> {
    const { queue, clock } = this.deps;
    const { message } = mail;
    if (!message) return this.giveUp(mail, 'APP_SECRET was changed');
    if (mail.expiresAt <= clock.now()) return this.giveUp(mail, 'the mail server did not take it in time');
    const nextAt = clock.now() + backoffMs(BACKOFF, mail.attempts + 1);
    return (await queue.claim(mail, nextAt)) ? this.send(mail, message, nextAt) : true;
  }

  private async send(mail: QueuedEmail, message: StoredEmail, nextAt: number): Promise<boolean> {
    const { queue, mailer, failed } = this.deps;
    try {
      await mailer.send(message);
    } catch (error) {
      failed(WHAT, error);
      if (error instanceof EmailRefused) return this.giveUp(mail, 'the mail server refuses it');
      if (nextAt >= mail.expiresAt) await this.giveUp(mail, 'the mail server did not take it in time');
      return false;
    }
    await queue.remove(mail.id);
    return true;
  }

  private async giveUp({ id, kind, to }: QueuedEmail, why: string): Promise<true> {
    const { queue, users, events } = this.deps;
    await queue.remove(id);
    const uid = (await users.findByEmail(to))?.uid ?? null;
    events.add({ kind: 'provider error', level: 'error', uid, detail: `A mail (${kind}) is given up: ${why}` });
    return true;
  }
}
