import {
  EmailQueue,
  MAX_EMAIL_WAIT_MS,
  type NewQueuedEmail,
  type QueuedEmail,
} from '../../src/domain/accounts/mail-queue/ports.ts';
import type { EmailMessage } from '../../src/domain/accounts/ports.ts';

export class InMemoryEmailQueue extends EmailQueue {
  private mails: readonly QueuedEmail[] = [];

  async add(mail: NewQueuedEmail, limit: number): Promise<boolean> {
    if (this.mails.length >= limit) return false;
    const { kind, to } = mail.message;
    this.mails = [...this.mails, { ...mail, kind, to }];
    return true;
  }

  async listDue(now: number, limit: number): Promise<readonly QueuedEmail[]> {
    return this.mails
      .filter(({ dueAt }) => dueAt <= now || dueAt > now + MAX_EMAIL_WAIT_MS)
      .toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async claim({ id, attempts }: Pick<QueuedEmail, 'id' | 'attempts'>, dueAt: number): Promise<boolean> {
    const isClaimed = this.mails.some((mail) => mail.id === id && mail.attempts === attempts);
    if (isClaimed)
      this.mails = this.mails.map((mail) => (mail.id === id ? { ...mail, dueAt, attempts: attempts + 1 } : mail));
    return isClaimed;
  }

  async remove(id: string): Promise<void> {
    this.mails = this.mails.filter((mail) => mail.id !== id);
  }

  async removeSuperseded(kind: EmailMessage['kind'], to: string): Promise<void> {
    this.mails = this.mails.filter((mail) => mail.kind !== kind || mail.to !== to);
  }

  async count(): Promise<{ readonly count: number; readonly since: number | null }> {
    const times = this.mails.map(({ createdAt }) => createdAt);
    return { count: times.length, since: times.length === 0 ? null : Math.min(...times) };
  }

  /** As after a change of APP_SECRET. */
  loseSecrets(): void {
    this.mails = this.mails.map((mail) => ({ ...mail, message: undefined }));
  }
}
