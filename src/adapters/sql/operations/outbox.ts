import { z } from 'zod';

import type { Outbox, OutboxMessage } from '../../../domain/kernel/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { newestFirst, SqlStore } from '../sql-store.ts';

const MAX_ENTRIES = 200;
const kind = z.enum(['mail', 'sms', 'checkout', 'event']);

const messages = rowMapping<OutboxMessage>({
  id: 'id',
  kind: { column: 'kind', parse: (text) => kind.parse(text) },
  recipient: 'recipient',
  subject: 'subject',
  body: 'body',
  html: 'html',
  at: 'sent_at',
});

export class SqlOutbox extends SqlStore implements Outbox {
  async add(message: OutboxMessage): Promise<void> {
    await this.table('outbox').insert(messages.toRow(message));
    const oldest: { sent_at: number } | undefined = await this.newest().offset(MAX_ENTRIES).first('sent_at');
    if (oldest) await this.table('outbox').where('sent_at', '<=', oldest.sent_at).delete();
  }

  async list(): Promise<readonly OutboxMessage[]> {
    const rows: object[] = await this.newest().limit(MAX_ENTRIES);
    return rows.map(messages.fromRow);
  }

  private newest() {
    return this.table('outbox').orderBy(newestFirst('sent_at', 'id'));
  }
}
