import type { AuditContext } from '../../audit/ports.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Clock, Ids, ServerEventLog } from '../../kernel/ports.ts';
import { EmailRefused } from '../errors.ts';
import { type DirectMailer, type EmailMessage, Mailer } from '../ports.ts';
import type { EmailQueue } from './ports.ts';

const FIRST_RETRY_MS = 60_000;
const LIFETIME_MS = DAY_MS;
/** Until their link expires. */
const SHORT_LIFETIMES_MS: Readonly<Partial<Record<EmailMessage['kind'], number>>> = { 'reset-password': 3_600_000 };
/** A newer mail of these kinds revokes the link of an older one. */
const SUPERSEDING: readonly EmailMessage['kind'][] = ['verify-email', 'reset-password'];
const MAX_QUEUED = 10_000;

export interface QueueingMailerDeps {
  readonly mailer: DirectMailer;
  readonly queue: EmailQueue;
  readonly context: Pick<AuditContext, 'language'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly events: ServerEventLog;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Sends each mail at once. What the mail server does not take at the moment (greylisting, an outage, a wrong password)
 * waits in the queue, for a day or as long as its link is valid. `MAX_QUEUED` mails wait at most; beyond that the
 * failure is the caller's.
 */
export class QueueingMailer extends Mailer {
  constructor(private readonly deps: QueueingMailerDeps) {
    super();
  }

  async send(message: EmailMessage): Promise<void> {
    const { mailer, queue, failed } = this.deps;
    const { kind, to } = message;
    if (SUPERSEDING.includes(kind)) await queue.removeSuperseded(kind, to);
    try {
      await mailer.send(message);
    } catch (error) {
      if (error instanceof EmailRefused) throw error;
      failed('sending a mail, which is tried again', error);
      if (!(await this.store(message))) throw error;
    }
  }

  private async store({ kind, to, link, note = '', ...message }: EmailMessage): Promise<boolean> {
    const { queue, context, ids, clock, events } = this.deps;
    const language = message.language ?? context.language() ?? 'en';
    const now = clock.now();
    const isStored = await queue.add(
      {
        id: ids.next(),
        message: { kind, to, link, note, language },
        createdAt: now,
        dueAt: now + FIRST_RETRY_MS,
        expiresAt: now + (SHORT_LIFETIMES_MS[kind] ?? LIFETIME_MS),
        attempts: 1,
      },
      MAX_QUEUED,
    );
    const detail = isStored ? 'The mail server does not take a mail; it is tried again' : 'Too many mails wait';
    events.add({ kind: 'provider error', level: isStored ? 'warn' : 'error', uid: null, detail });
    return isStored;
  }
}
