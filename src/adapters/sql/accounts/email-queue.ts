import { z } from 'zod';

import {
  type EmailQueue,
  MAX_EMAIL_WAIT_MS,
  type NewQueuedEmail,
  type QueuedEmail,
} from '../../../domain/accounts/mail-queue/ports.ts';
import { EMAIL_KINDS, type EmailMessage } from '../../../domain/accounts/ports.ts';
import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import type { Database } from '../database.ts';
import { rowMapping } from '../row-mapping.ts';
import { countRows, SqlStore } from '../sql-store.ts';

const TABLE = 'mail_queue';
const kinds = z.enum(EMAIL_KINDS);

type Row = Omit<QueuedEmail, 'message'> & { readonly language: Language; readonly sealed: string };

const mails = rowMapping<Row>({
  id: 'id',
  kind: { column: 'kind', parse: (text) => kinds.parse(text) },
  to: 'recipient',
  language: { column: 'language', parse: (tag) => (isLanguage(tag) ? tag : 'en') },
  sealed: 'sealed',
  createdAt: 'created_at',
  dueAt: 'due_at',
  expiresAt: 'expires_at',
  attempts: 'attempts',
});

/** A link opens something while it is valid, and a note is a person's words. */
const secrets = z.object({ link: z.string(), note: z.string() });

/** `SEALED_PLACES` has the table, so a new APP_SECRET seals it anew; backups leave it out. */
export class SqlEmailQueue extends SqlStore implements EmailQueue {
  constructor(
    db: Database,
    private readonly box: SecretBox,
  ) {
    super(db);
  }

  async add({ message, ...mail }: NewQueuedEmail, limit: number): Promise<boolean> {
    if ((await countRows(this.table(TABLE))) >= limit) return false;
    const { link, note, ...open } = message;
    const sealed = this.box.seal(JSON.stringify({ link, note }));
    await this.table(TABLE).insert(mails.toRow({ ...mail, ...open, sealed }));
    return true;
  }

  async listDue(now: number, limit: number): Promise<readonly QueuedEmail[]> {
    const due: object[] = await this.table(TABLE)
      .where('due_at', '<=', now)
      .orWhere('due_at', '>', now + MAX_EMAIL_WAIT_MS)
      .orderBy(['due_at', 'id'])
      .limit(limit);
    return due.map((row) => this.toMail(mails.fromRow(row)));
  }

  private toMail({ sealed, language, ...mail }: Row): QueuedEmail {
    const opened = this.box.open(sealed);
    if (opened === undefined) return { ...mail, message: undefined };
    return { ...mail, message: { kind: mail.kind, to: mail.to, language, ...secrets.parse(JSON.parse(opened)) } };
  }

  // One conditional UPDATE: of two callers the second changes no row.
  async claim({ id, attempts }: Pick<QueuedEmail, 'id' | 'attempts'>, dueAt: number): Promise<boolean> {
    const next = { due_at: dueAt, attempts: attempts + 1 };
    return (await this.table(TABLE).where({ id, attempts }).update(next)) === 1;
  }

  async remove(id: string): Promise<void> {
    await this.table(TABLE).where({ id }).delete();
  }

  async removeSuperseded(kind: EmailMessage['kind'], to: string): Promise<void> {
    await this.table(TABLE).where({ kind, recipient: to }).delete();
  }

  async count(): Promise<{ readonly count: number; readonly since: number | null }> {
    const [row]: { total: number; oldest: number | null }[] = await this.table(TABLE)
      .count({ total: '*' })
      .min({ oldest: 'created_at' });
    return { count: row?.total ?? 0, since: row?.oldest ?? null };
  }
}
