import { type EmailChange, EmailChanges, type EmailChangeStep } from '../../src/domain/accounts/email-change/ports.ts';
import type { InMemoryUserRepository } from './accounts.ts';
import { type Restorable, Rows } from './kernel.ts';

export class InMemoryEmailChanges extends EmailChanges implements Restorable {
  private readonly changes = new Rows<EmailChange & { readonly used: boolean }>();

  constructor(users: InMemoryUserRepository) {
    super();
    users.isReserved = (email, uid, now) =>
      this.changes
        .all()
        .some(
          (one) => one.step === 'undo' && one.oldEmail === email && one.uid !== uid && !one.used && one.expiresAt > now,
        );
  }

  async add(change: EmailChange): Promise<void> {
    this.changes.set(change.digest, { ...change, used: false });
  }

  async consume(digest: string, step: EmailChangeStep, now: number): Promise<EmailChange | undefined> {
    const found = this.changes.get(digest);
    if (!found || found.step !== step || found.used || found.expiresAt <= now) return undefined;
    this.changes.set(digest, { ...found, used: true });
    const { used: _, ...change } = found;
    return change;
  }

  async revoke(uid: string, step: EmailChangeStep, since = 0): Promise<void> {
    for (const [key, one] of this.changes.entries())
      if (one.uid === uid && one.step === step && !one.used && one.createdAt >= since) this.changes.delete(key);
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.changes.entries()) if (expiresAt <= now) this.changes.delete(key);
  }

  snapshot(): () => void {
    return this.changes.snapshot();
  }
}
