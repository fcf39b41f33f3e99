import type { EmailChange, EmailChanges, EmailChangeStep } from '../../../domain/accounts/email-change/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

export const EMAIL_CHANGES = 'email_changes';

const changes = rowMapping<EmailChange>({
  digest: 'digest',
  step: 'step',
  uid: 'uid',
  sessionDigest: 'session_digest',
  oldEmail: 'old_email',
  newEmail: 'new_email',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

export class SqlEmailChanges extends SqlStore implements EmailChanges {
  async add(change: EmailChange): Promise<void> {
    await this.table(EMAIL_CHANGES).insert(changes.toRow(change));
  }

  // One conditional UPDATE: of two callers the second changes no row.
  async consume(digest: string, step: EmailChangeStep, now: number): Promise<EmailChange | undefined> {
    const unused = this.table(EMAIL_CHANGES).where({ digest, step }).whereNull('used_at').where('expires_at', '>', now);
    if ((await unused.update({ used_at: now })) !== 1) return undefined;
    const row: object | undefined = await this.table(EMAIL_CHANGES).where({ digest }).first();
    return row && changes.fromRow(row);
  }

  async revoke(uid: string, step: EmailChangeStep, since = 0): Promise<void> {
    await this.table(EMAIL_CHANGES).where({ uid, step }).whereNull('used_at').where('created_at', '>=', since).delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.table(EMAIL_CHANGES).where('expires_at', '<=', now).delete();
  }
}
